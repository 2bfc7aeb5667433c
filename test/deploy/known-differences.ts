/** The tests of the end-to-end suite that fail on MiniStack 1.5.33, by the reason why. */
export const KNOWN_DIFFERENCES: Readonly<Record<string, readonly string[]>> = {
  'it takes bodies of any size': [
    'request_too_large is 413 for a body of 5 MB: as base64 it is more than Lambda takes',
    'request_too_large is 413 in plain text over 10 MB: what stands before API Gateway refuses it',
  ],
};
