import { PassThrough } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { confirmProduction } from '../../../../infra/operator/terminal/confirm.ts';
import { RefusedError, UsageError } from '../../../../infra/operator/terminal/errors.ts';

const terminal = (isTTY: boolean) => ({
  input: Object.assign(new PassThrough(), { isTTY }),
  output: new PassThrough(),
});

describe('changing production', () => {
  test.each(['yes\n', ' YES \n'])('goes on after %j', async (answer) => {
    const { input, output } = terminal(true);
    input.end(answer);
    await confirmProduction('Revoke key_1', { input, output });
    expect(String(output.read())).toContain('Revoke key_1 in production?');
  });

  test.each(['no\n', 'y\n', '\n', ''])('stops after %j', async (answer) => {
    const { input, output } = terminal(true);
    input.end(answer);
    await expect(confirmProduction('Revoke key_1', { input, output })).rejects.toThrow(
      RefusedError,
    );
  });

  test('stops where nobody can be asked', async () => {
    const { input, output } = terminal(false);
    input.end('yes\n');
    const asked = confirmProduction('Revoke key_1', { input, output });
    await expect(asked).rejects.toThrow(UsageError);
    await expect(asked).rejects.toThrow(/in a terminal, or pass --yes/);
  });
});
