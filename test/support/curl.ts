/** Reads a curl command as a shell and curl would: its URL, headers and data. */
export const readCurl = (command: string) => {
  const words = [...command.matchAll(/(['"])(.*?)\1|(\S+)/g)].map(
    ([, , quoted, bare]) => quoted ?? bare,
  );
  const after = (flag: string) =>
    words.flatMap((word, index) => (words[index - 1] === flag ? [word ?? ''] : []));
  const [body] = after('-d');
  const [method = body === undefined ? 'GET' : 'POST'] = after('-X');
  return {
    url: words.at(-1) ?? '',
    headers: Object.fromEntries(after('-H').map((field) => field.split(/: (.*)/s))),
    method,
    ...(body !== undefined && { body }),
  };
};
