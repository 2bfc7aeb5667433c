/** The tests of the end-to-end suite that fail on MiniStack 1.5.33, by the reason why. */
export const KNOWN_DIFFERENCES: Readonly<Record<string, readonly string[]>> = {
  'it takes bodies of more than 10 MB': [
    'request_too_large is 413 for a body over the 10 MB that API Gateway takes',
  ],
};
