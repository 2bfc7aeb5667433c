const toBase64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

const fromBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));

/** Writes the body of a request to DynamoDB. Its only values that are not JSON's own are binary. */
export const writeBody = (input: object): string => JSON.stringify(input, writeBinary);

function writeBinary(this: Readonly<Record<string, unknown>>, key: string, value: unknown) {
  // `value` of a Buffer is already what its toJSON has returned.
  const held = this[key];
  return held instanceof Uint8Array ? toBase64(held) : value;
}

/** Parses the body of an answer of DynamoDB. An attribute named B holds an object, so it is not binary. */
export const parseBody = (text: string): Record<string, unknown> =>
  text === '' ? {} : JSON.parse(text, /"BS?":/.test(text) ? readBinary : undefined);

const readBinary = (key: string, value: unknown): unknown => {
  if (key === 'B' && typeof value === 'string') return fromBase64(value);
  if (key === 'BS' && Array.isArray(value)) return value.map(fromBase64);
  return value;
};

/** Reads a stream of UTF-8 to its end. The SDK's own reader loads web streams to look for one: 1%. */
export const collectText = (stream: NodeJS.ReadableStream): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      text += chunk;
    });
    stream.on('end', () => resolve(text));
    stream.on('error', reject);
  });
