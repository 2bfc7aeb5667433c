import '../command-line/preload.js';
import { createProgram } from './command.ts';
import { reportError, UsageError } from './terminal/errors.ts';

const KEY = /pet_(?:live|test)_[0-9A-Za-z]{4}/i;

try {
  if (process.argv.slice(2).some((argument) => KEY.test(argument))) {
    throw new UsageError(
      'That looks like an API key, and no command takes one: name a key by its id, key_…, which key list shows. It is in your shell’s history and in npm’s logs (~/.npm/_logs) now: roll the key, or clear both.',
    );
  }
  await createProgram().parseAsync();
} catch (error) {
  process.exitCode = reportError('operator', error);
}
