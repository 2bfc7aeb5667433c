/** A rule of a style sheet without nested rules: its selectors and its declarations. */
const RULE = /([^{}@]+)\{[^{}]*\}/g;
const CLASS = /\.([A-Za-z][\w-]*)/g;

/**
 * Leaves out of a style sheet the rules for classes that scripts never name. Swagger UI brings a whole library of
 * classes, of which it uses a tenth.
 */
export const usedStyles = (css: string, scripts: string): string => {
  const words = new Set(scripts.match(/[\w-]+/g));
  // Some names have a part that is known only when the page is shown, such as `opblock-${method}`.
  const isNamed = (name: string) =>
    words.has(name) ||
    [...name.matchAll(/[-_]/g)].some(({ index }) => words.has(name.slice(0, index + 1)));
  const isUsed = (selector: string) =>
    [...selector.matchAll(CLASS)].every(([, name = '']) => isNamed(name));
  return css.replaceAll(RULE, (rule, selectors: string) =>
    selectors.split(',').some(isUsed) ? rule : '',
  );
};
