import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';

/** A program: writes a certificate for 127.0.0.1 and its key into a folder. JavaScript, as tsc must
 * do without the packages of this folder. */

const [folder] = process.argv.slice(2);
const { cert, private: key } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
  keySize: 2048,
  algorithm: 'sha256',
  extensions: [
    { name: 'basicConstraints', cA: true },
    { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
  ],
});
writeFileSync(join(folder, 'certificate.pem'), cert);
writeFileSync(join(folder, 'key.pem'), key);
