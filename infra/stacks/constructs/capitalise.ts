/** The same name with a capital letter at its front. */
export const capitalise = (name: string): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
