import { createRequire } from 'node:module';
import { StartupError } from '../startup-error.ts';

/**
 * Finds the engine's program for this platform, which npm installs as an optional dependency.
 * @throws StartupError if there is none
 */
export const engineBinary = (platform: string = process.platform, cpu: string = process.arch) => {
  const name = platform === 'win32' ? 'dynoxide.exe' : 'dynoxide';
  try {
    return createRequire(import.meta.url).resolve(`@dynoxide/${platform}-${cpu}/${name}`);
  } catch {
    throw new StartupError(
      `There is no embedded DynamoDB engine for ${platform} on ${cpu}: start DynamoDB Local and set AWS_ENDPOINT_URL_DYNAMODB to its address, such as http://127.0.0.1:8000.`,
    );
  }
};
