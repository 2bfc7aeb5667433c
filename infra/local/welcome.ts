import type { LocalService } from './local-service.ts';

/** The text that a start prints: addresses, the key, and, unless it is short, calls to paste in this order. */
export const welcome = (
  { baseUrls, apiKey, storage }: Pick<LocalService, 'apiKey' | 'baseUrls' | 'storage'>,
  isShort: boolean,
): string => {
  const { pets, quickstart } = baseUrls;
  const json = `-H 'Content-Type: application/json' -d`;
  const call = (rest: string) => `  curl -i -H 'Authorization: Bearer ${apiKey}' ${rest}`;
  const calls = `A first call, to the quickstart:

${call(`${json} '{"message":"Hello"}' ${quickstart}/messages`)}

Then put a pet up for adoption, list pets, and get the first one:

${call(`${json} '{"name":"Rex","categoryId":1}' ${pets}/pets`)}

${call(`'${pets}/pets?status=available&limit=5'`)}

${call(`'${pets}/pets?ids=1'`)}

`;
  return `
Pet Store is running.

  Base address  ${pets}
  Quickstart    ${quickstart}
  API key       ${apiKey}
  Storage       ${storage}
  Reference     ${new URL('/', pets)} (try each operation in a browser)

${isShort ? '' : calls}Ctrl-C stops it. One line for each request follows, and what functions log, as they do at AWS.
`;
};
