/** Writes a request as a program. The key is not in it: it comes from the environment variable API_KEY. */

const shell = (text) => `'${text.replaceAll("'", "'\\''")}'`;
const script = (text) => `\`${text.replace(/[\\`]|\$(?=\{)/g, '\\$&')}\``;
const python = (text) => `'''${text.replace(/[\\']/g, '\\$&')}'''`;

const curl = ({ method, url, headers, body }) =>
  [
    `curl -i ${method === 'GET' ? '' : `-X ${method} `}${shell(url)}`,
    '-H "Authorization: Bearer $API_KEY"',
    ...Object.entries(headers).map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
    ...(body ? [`-d ${shell(body)}`] : []),
  ].join(' \\\n  ');

const typescript = ({
  method,
  url,
  headers,
  body,
}) => `const response = await fetch(${script(url)}, {
  method: '${method}',
  headers: {
    Authorization: \`Bearer \${process.env.API_KEY}\`,
${Object.entries(headers)
  .map(([name, value]) => `    '${name}': ${script(value)},\n`)
  .join('')}  },
${body ? `  body: ${script(body)},\n` : ''}});
console.log(response.status, await response.text());`;

const pythonProgram = ({ method, url, headers, body }) => `import os
from urllib.request import Request, urlopen

request = Request(
    ${python(url)},
    method='${method}',
    headers={
        'Authorization': 'Bearer ' + os.environ['API_KEY'],
${Object.entries(headers)
  .map(([name, value]) => `        '${name}': ${python(value)},\n`)
  .join('')}    },
${body ? `    data=${python(body)}.encode(),\n` : ''})
with urlopen(request) as response:
    print(response.status, response.read().decode())`;

const withoutKey =
  (write) =>
  ({ headers: { accept: _, Authorization: __, ...headers }, ...request }) =>
    write({ ...request, headers });

/** Each language by its name, with a function from a request's method, url, headers and body to a program. */
export const SNIPPETS = {
  curl: withoutKey(curl),
  TypeScript: withoutKey(typescript),
  Python: withoutKey(pythonProgram),
};
