import { describe, expect, test } from '@jest/globals';
import { inTerminal } from '../../support/terminal.ts';

const PROMPT = 'in production? Type yes to go on: ';

/** No credentials: a command that goes on ends at AWS, before it changes anything. */
const ENVIRONMENT = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  AWS_REGION: 'us-east-1',
  AWS_EC2_METADATA_DISABLED: 'true',
};

const ACCOUNT = 'acct_0000000000000000';
const KEY = 'key_0000000000000000';

const operator = (args: string): string =>
  `${process.execPath} infra/operator/main.ts ${args} --stage production`;

const answer = (type: string, command: string) =>
  inTerminal(command, { after: PROMPT, type }, ENVIRONMENT);

describe('in a terminal that stays open', () => {
  test.each([
    'account create --name Shelter',
    `account limit ${ACCOUNT} --default`,
    `account close ${ACCOUNT}`,
    `key issue --account ${ACCOUNT} --name web`,
    `key roll ${KEY}`,
    `key revoke ${KEY}`,
  ])('%s asks, and ends after no', async (command) => {
    const { screen, status } = await answer('n\r', operator(command));
    expect(screen).toContain(PROMPT);
    expect(screen).toContain('operator: Nothing was changed.');
    expect(status).toBe(1);
  });

  test('a command goes on after yes, and ends', async () => {
    const { screen, status } = await answer('yes\r', operator(`key revoke ${KEY}`));
    expect(screen).toContain('operator: There are no AWS credentials');
    expect(status).toBe(1);
  });

  test('Ctrl-D is a no, on a separate line', async () => {
    const { screen, status } = await answer('\x04', operator(`key revoke ${KEY}`));
    expect(screen).toContain(`${PROMPT}\r\noperator: Nothing was changed.`);
    expect(status).toBe(1);
  });

  test('Ctrl-C ends a command', async () => {
    const { screen } = await answer('\x03', `exec ${operator(`key revoke ${KEY}`)}`);
    expect(screen).toMatch(/Type yes to go on: \^C$/);
  });

  test('a shell that waits for the key goes on', async () => {
    const issue = operator(`key issue --account ${ACCOUNT} --name web`);
    const { screen } = await answer('n\r', `KEY=$(${issue}); echo "status $? key [$KEY]"`);
    expect(screen).toContain('status 1 key []');
  });
});
