import { toWebhook, type WebhookState } from '../../../lib/webhooks/stored-webhook.ts';
import { disableWebhook, findWebhooks, sendsTo } from '../accounts/webhooks.ts';
import { parseAccountId, parseTarget, parseWebhookId } from '../terminal/arguments.ts';
import { type Columns, minute, table } from '../terminal/output.ts';
import type { Program } from './program.ts';
import { openSession } from './session.ts';

export const addWebhookCommands = (program: Program): void => {
  const webhook = program.command('webhook').description('Where accounts have events sent to.');

  webhook
    .command('list')
    .description('List webhooks, as their accounts see them.')
    .option('--account <account-id>', 'of one account', parseAccountId)
    .option('--url <url>', 'that send to this host, or to this port and path of it', parseTarget)
    .action(async ({ account, url }, command) => {
      await using session = await openSession(command);
      const webhooks = await findWebhooks(
        session,
        (each) => [undefined, each.accountId].includes(account) && (!url || sendsTo(url, each)),
      );
      await session.result(webhooks.map(webhookView), showWebhooks(webhooks));
      if (webhooks.length > 0) return;
      session.note('There are none. Try the host alone; another service may also redirect events.');
    });

  webhook
    .command('disable')
    .description('Stop deliveries to a webhook. Its account sees that, and can enable it again.')
    .argument('<account-id>', 'acct_…', parseAccountId)
    .argument('<webhook-id>', 'whk_…', parseWebhookId)
    .action(async (accountId, id, _options, command) => {
      const change = `Disable the webhook ${id} of ${accountId}`;
      await using session = await openSession(command, change);
      const disabled = await disableWebhook(session, { accountId, id });
      session.note(`The webhook ${id} is disabled.`);
      await session.result(webhookView(disabled), showWebhooks([disabled]));
    });
};

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
