/** The tests of the end-to-end suite that fail on MiniStack 1.5.33, by the reason why. */
export const KNOWN_DIFFERENCES: Readonly<Record<string, readonly string[]>> = {
  'it strips a slash from the end of a path': [
    '404 route_not_found for the path "/pets/"',
    '404 route_not_found for the path "/pets/1/"',
  ],
  'it takes bodies of more than 10 MB': [
    'request_too_large is 413 for a body over the 10 MB that API Gateway takes',
  ],
  'its HTTP server, and the proxy that this test puts before it, answer what is no HTTP': [
    'a line that is none',
    'a header without a name',
    'headers of 40 KB',
    'two hosts',
    'a host that is none',
    'a path with a broken escape',
  ].map((what) => `a request that is no HTTP is answered with an Error too: ${what}`),
};
