/** Lines to put into a file that is there. */
export interface Edit {
  readonly path: string;
  readonly place: 'after' | 'before';
  /** A part of the first line that they stand next to. */
  readonly line: string;
  readonly text: string;
}

/** An operation that CONTRIBUTING adds, as a reader would copy it from the page. */
export interface ExampleOperation {
  /** Texts of its files, by their paths. */
  readonly files: ReadonlyMap<string, string>;
  readonly edits: readonly Edit[];
  /** Its line in `functions/index.ts`. */
  readonly registryLine: string;
}

/** The block of code that comes next, which may be indented as a list item is. */
const BLOCK = String.raw`(?:(?!\`\`\`).)*?\n( *)\`\`\`\w+\n(.*?)\n *\`\`\``;
/** A path in backticks, and the file's text. */
const FILE = new RegExp(String.raw`\`(functions/[\w-]+/[\w-]+\.ts)\`${BLOCK}`, 'gs');
/** A path, the line to stand next to, both in backticks, and the lines. */
const EDIT = new RegExp(String.raw`\`([\w/.-]+)\`, (after|before) \`([^\`]+)\`${BLOCK}`, 'gs');
const LINE = /`(export \{ \w+ \} from '\.\/[\w-]+\/contract\.ts';)`/;

const withoutIndent = (text: string, indent: string): string =>
  `${text.replaceAll(new RegExp(`^${indent}`, 'gm'), '')}\n`;

/**
 * Reads the examples of a page, one from each of its sections that has the line of a registry.
 * @throws Error if the page does not have one
 */
export const readExamples = (page: string): readonly ExampleOperation[] => {
  const examples = page.split(/^##+ (?=[A-Z])/m).flatMap((section) => {
    const registryLine = LINE.exec(section)?.[1];
    return registryLine === undefined ? [] : [readExample(section, registryLine)];
  });
  if (examples.length === 0) throw new Error('CONTRIBUTING.md has no example of an operation');
  return examples;
};

const readExample = (section: string, registryLine: string): ExampleOperation => ({
  files: new Map(
    [...section.matchAll(FILE)].map(([, path = '', indent = '', text = '']) => [
      path,
      withoutIndent(text, indent),
    ]),
  ),
  edits: [...section.matchAll(EDIT)].map(
    ([, path = '', place, line = '', indent = '', text = '']) => ({
      path,
      place: place === 'after' ? 'after' : 'before',
      line,
      text: withoutIndent(text, indent),
    }),
  ),
  registryLine,
});

/**
 * Puts the lines of an edit into a file.
 * @throws Error if the file does not have the line
 */
export const applyEdit = (source: string, { path, place, line, text }: Edit): string => {
  const lines = source.split('\n');
  const found = lines.findIndex((each) => each.includes(line));
  if (found < 0) throw new Error(`CONTRIBUTING.md names ${line}, which ${path} does not have`);
  const at = place === 'after' ? found + 1 : found;
  return lines.toSpliced(at, 0, ...text.trimEnd().split('\n')).join('\n');
};
