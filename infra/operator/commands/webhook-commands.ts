import type { Command } from 'commander';
import { toWebhook, type WebhookState } from '../../../lib/webhooks/stored-webhook.ts';
import { disableWebhook, findWebhooks, sendsTo } from '../accounts/webhooks.ts';
import { parseAccountId, parseTarget, parseWebhookId } from '../terminal/arguments.ts';
import { type Columns, minute, table } from '../terminal/output.ts';
import { onStage } from './run.ts';

export const addWebhookCommands = (program: Command): void => {
  const webhook = program.command('webhook').description('Where accounts have events sent to.');

  webhook
    .command('list')
    .description('List webhooks, as their accounts see them.')
    .option('--account <account-id>', 'of one account', parseAccountId)
    .option('--url <url>', 'that send to this host, or to this port and path of it', parseTarget)
    .action(
      onStage(async (stage, { result, note }, { account, url }: ListOptions) => {
        const webhooks = await findWebhooks(
          stage,
          (each) => [undefined, each.accountId].includes(account) && (!url || sendsTo(url, each)),
        );
        await result(webhooks.map(webhookView), showWebhooks(webhooks));
        if (webhooks.length > 0) return;
        note('There are none. Try the host alone; another service may also redirect events.');
      }),
    );

  webhook
    .command('disable')
    .description('Stop deliveries to a webhook. Its account sees that, and can enable it again.')
    .argument('<account-id>', 'acct_…', parseAccountId)
    .argument('<webhook-id>', 'whk_…', parseWebhookId)
    .action(
      onStage(
        async (stage, { result, note }, accountId: string, id: string) => {
          const disabled = await disableWebhook(stage, { accountId, id });
          note(`The webhook ${id} is disabled.`);
          await result(webhookView(disabled), showWebhooks([disabled]));
        },
        (accountId, id) => `Disable the webhook ${id} of ${accountId}`,
      ),
    );
};

interface ListOptions {
  readonly account?: string;
  readonly url?: URL;
}

const webhookView = (webhook: WebhookState) => ({
  accountId: webhook.accountId,
  ...toWebhook(webhook),
});

const COLUMNS: Columns<WebhookState> = {
  ACCOUNT: ({ accountId }) => accountId,
  WEBHOOK: ({ id }) => id,
  STATUS: ({ status }) => status,
  ABOUT: ({ about }) => about,
  DELIVERED: ({ delivered }) => delivered,
  URL: ({ url }) => url,
  'FAILING SINCE': ({ failing }) => minute(failing?.since),
  FAILED: ({ failing }) => failing?.attempts,
  'NEXT ATTEMPT': ({ failing }) => minute(failing?.nextAttemptAt),
  'LAST FAILURE': ({ failing }) => failing?.lastError ?? failing?.lastStatus,
};

export const showWebhooks = (webhooks: readonly WebhookState[]): string => table(webhooks, COLUMNS);
