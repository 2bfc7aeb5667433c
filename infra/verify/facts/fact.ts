/** An assumption about AWS that can be checked. */
export interface Fact<Where> {
  /** A sentence. */
  readonly name: string;
  /** Where it is documented or was seen: the title of a page, or an issue of a repository. */
  readonly source: string;
  readonly expected: string;
  /**
   * What else may be seen, where sources differ and nobody has looked at AWS yet. It is reported,
   * but does not fail.
   * @default - nothing else
   */
  readonly otherForm?: RegExp;
  /** What was seen, in the words of `expected` if it is as expected. */
  readonly see: (where: Where) => Promise<string>;
  /**
   * Whether it needs an account that may be used for tests, because it writes or needs a read-only key.
   * @default false
   */
  readonly needsTestAccount?: true;
}

/** Whether what was seen is what a fact expects, or another form that it allows. */
export const agreesWith = (
  { expected, otherForm }: Pick<Fact<unknown>, 'expected' | 'otherForm'>,
  seen: string,
): boolean => seen === expected || otherForm?.test(seen) === true;
