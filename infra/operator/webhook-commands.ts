import type { Command } from 'commander';
import { buildListWebhooks } from '../../functions/list-webhooks/store.ts';
import { toWebhook } from '../../lib/webhooks/stored-webhook.ts';
import type { Webhook } from '../../lib/webhooks/webhook.ts';
import { parseAccountId, parseWebhookId } from './arguments.ts';
import { disableWebhook } from './disable-webhook.ts';
import { noAccount } from './errors.ts';
import { table } from './output.ts';
import { runOnStage } from './run.ts';

/** Adds `webhook list | disable`. */
export const addWebhookCommands = (program: Command): void => {
  const webhook = program.command('webhook').description('Where accounts have events sent to.');

  webhook
    .command('list')
    .description('List the webhooks of an account, as it sees them.')
    .requiredOption('--account <account-id>', 'whose webhooks', parseAccountId)
    .action(({ account }: { readonly account: string }, command: Command) =>
      runOnStage(command, async (stage, { result, note }) => {
        if (!(await stage.accounts.get(account))) throw noAccount(account);
        const webhooks = await buildListWebhooks(stage.client, stage.table('webhooks'))(account);
        await result(webhooks.map(webhookView), webhookTable(webhooks));
        if (webhooks.length === 0) note('There are none.');
      }),
    );

  webhook
    .command('disable')
    .description('Stop deliveries to a webhook. Its account sees that, and can enable it again.')
    .argument('<account-id>', 'acct_…', parseAccountId)
    .argument('<webhook-id>', 'whk_…', parseWebhookId)
    .action((accountId: string, id: string, _options, command: Command) =>
      runOnStage(
        command,
        async (stage, { result, note }) => {
          const disabled = await disableWebhook(stage, { accountId, id });
          note(`The webhook ${id} is disabled.`);
          await result(webhookView(disabled), webhookTable([disabled]));
        },
        `Disable the webhook ${id} of ${accountId}`,
      ),
    );
};

/** As its account sees it. JSON has no bigint: positions are texts. */
const webhookView = (webhook: Webhook): unknown =>
  JSON.parse(
    JSON.stringify(toWebhook(webhook), (_name, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
  );

const webhookTable = (webhooks: readonly Webhook[]): string =>
  table(
    ['WEBHOOK', 'STATUS', 'ABOUT', 'DELIVERED', 'URL', 'LAST FAILURE'],
    ...webhooks.map(({ id, status, about, delivered, url, failing }) => [
      id,
      status,
      about,
      String(delivered),
      url,
      String(failing?.lastError ?? failing?.lastStatus ?? '-'),
    ]),
  );
