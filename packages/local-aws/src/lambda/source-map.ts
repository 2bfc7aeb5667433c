import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

/** The source map of a bundle: it is next to the bundle's folder, so it is not deployed with it. */
export const sourceMapFile = (directory: string): string => `${directory}.map`;

/** A place in a bundle's only file, as it is in a stack. */
const PLACE = /(?:file:\/\/)?[^\s"'()]*\/index\.mjs:(\d+):(\d+)/g;

/**
 * Makes what turns the places of a text, such as a stack, into those of the sources, named as the
 * map names them. The map is read when the first place comes. Places without a source stay, and all
 * without a map.
 */
export const createSourceLines = (mapFile: string): ((text: string) => string) => {
  let map: SourceMap | undefined;
  return (text) =>
    text.replace(PLACE, (place, line, column) => {
      if (!existsSync(mapFile)) return place;
      map ??= new SourceMap(JSON.parse(readFileSync(mapFile, 'utf8')));
      const found = map.findOrigin(Number(line), Number(column));
      return 'fileName' in found
        ? `${found.fileName}:${found.lineNumber}:${found.columnNumber}`
        : place;
    });
};
