import { isApiKey, KeyPrefix } from '../../lib/accounts/api-key.ts';
import { program } from './command.ts';
import { reportError, UsageError } from './terminal/errors.ts';

/** Whether an argument is a key, or its beginning or end. The checksum tells a key's end from a long name. */
const looksLikeKey = (argument: string): boolean =>
  /pet_(?:live|test)_[0-9A-Za-z]{4}/i.test(argument) ||
  [...argument.matchAll(/(?=([0-9A-Za-z]{36}))/g)].some(([, rest = '']) =>
    KeyPrefix.options.some((prefix) => isApiKey(`${prefix}${rest}`, prefix)),
  );

try {
  if (process.argv.slice(2).some(looksLikeKey)) {
    throw new UsageError(
      'That looks like an API key, and no command takes one: name a key by its id, key_…, which key list shows. It is in your shell’s history and in npm’s logs (~/.npm/_logs) now: roll the key, or clear both.',
    );
  }
  await program.parseAsync();
} catch (error) {
  process.exitCode = reportError('operator', error);
}
