/** One thing that the service, or the local server, believes of AWS: to be looked at where it is true or not. */
export interface Fact<Where> {
  /** A sentence. */
  readonly name: string;
  /** Where it is documented or was seen: the title of a page, or an issue of a repository. */
  readonly source: string;
  readonly expected: string;
  /** What is there, in the words of `expected` if it is as expected. */
  readonly see: (where: Where) => Promise<string>;
  /**
   * Whether it needs an account that may be used for tests, because it writes or needs a read-only key.
   * @default false
   */
  readonly needsTestAccount?: true;
}
