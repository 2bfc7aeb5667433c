/** The operation that CONTRIBUTING adds, as a reader would copy it from the page. */
export interface ExampleOperation {
  /** Texts of its files, by their paths. */
  readonly files: ReadonlyMap<string, string>;
  /** Its line in `functions/index.ts`. */
  readonly registryLine: string;
}

/** A path in backticks, and the first block of TypeScript after it. Blocks are indented as list items. */
const FILE = /`(functions\/[\w-]+\/[\w-]+\.ts)`(?:(?!```).)*?\n( *)```ts\n(.*?)\n *```/gs;
const LINE = /`(export \{ \w+ \} from '\.\/[\w-]+\/contract\.ts';)`/;

/**
 * Reads the example of a page.
 * @throws Error if the page does not have one
 */
export const readExample = (page: string): ExampleOperation => {
  const files = [...page.matchAll(FILE)].map(([, path = '', indent = '', text = '']) => {
    const lines = text.split('\n').map((line) => line.replace(new RegExp(`^${indent}`), ''));
    return [path, `${lines.join('\n')}\n`] as const;
  });
  const registryLine = LINE.exec(page)?.[1];
  if (files.length === 0 || registryLine === undefined) {
    throw new Error('CONTRIBUTING.md has no example of an operation');
  }
  return { files: new Map(files), registryLine };
};
