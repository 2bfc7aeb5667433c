import type { Command } from 'commander';
import { TIME_BUDGET } from '../../../lib/process/time-budget.ts';
import { findKey } from '../accounts/hand-out-key.ts';
import { disableWebhooksOf, webhooksSetBy } from '../accounts/webhooks.ts';
import { parseAccountId, parseKeyId } from '../terminal/arguments.ts';
import { refusedBy, table } from '../terminal/output.ts';
import { addNewKeyCommands, KEY_COLUMNS, keyView } from './new-key-commands.ts';
import { addRemoveCreated } from './remove-created-command.ts';
import { onStage } from './run.ts';

export const addKeyCommands = (program: Command): void => {
  const key = program.command('key').description('API keys.');
  addNewKeyCommands(key);

  key
    .command('list')
    .description('List keys, the oldest first, those that have ended among them.')
    .option('--account <account-id>', "one account's only", parseAccountId)
    .action(
      onStage(async (stage, { result, note }, { account }: { readonly account?: string }) => {
        const keys = (await stage.keys.list()).filter(({ accountId }) =>
          [undefined, accountId].includes(account),
        );
        await result(keys.map(keyView), table(keys, KEY_COLUMNS));
        if (keys.length === 0) note('There are none: key issue makes one.');
      }),
    );

  key
    .command('revoke')
    .description(
      'End a key, for good, and name the webhooks that it set. Its record stays. You can repeat it.',
    )
    .argument('<key-id>', 'key_…', parseKeyId)
    .option('--disable-webhooks', 'disable the webhooks whose url or secret it was the last to set')
    .action(
      onStage(
        async (stage, output, keyId: string, options: { readonly disableWebhooks?: true }) => {
          const { note, result, waitUntil } = output;
          const found = await findKey(stage, keyId);
          const revoked = await stage.keys.revoke(found, stage.operator);
          const { revokedAt = '', revokedBy } = revoked;
          const written = found.revokedAt === undefined ? new Date() : new Date(found.revokedAt);
          const end = refusedBy(new Date(revokedAt), written);
          note(`The key ${keyId} was revoked at ${revokedAt} by ${revokedBy}.`);
          note(`It is refused by ${end} at the latest.`);
          const quiet = new Date(Date.parse(end) + TIME_BUDGET.integration);
          if (options.disableWebhooks) {
            await disableWebhooksOf(stage, keyId, quiet, (until) =>
              waitUntil(until, 'its last requests may set webhooks'),
            );
          }
          const webhooks = await webhooksSetBy(stage, keyId);
          for (const { id, url, status, set } of webhooks) {
            note(`It last set ${set.join(' and ')} of the webhook ${id} to ${url}: ${status}.`);
          }
          if (quiet.getTime() > Date.now()) {
            note(
              `If the key leaked, run the command again after ${quiet.toISOString()}: until then its last requests may set webhooks.`,
            );
          }
          const view = { ...keyView(revoked), refusedBy: end, webhooks };
          await result(view, table([revoked], KEY_COLUMNS));
        },
        (keyId) => `Revoke ${keyId}`,
      ),
    );

  addRemoveCreated(key);
};
