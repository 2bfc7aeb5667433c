import type { Command } from 'commander';
import { buildListWebhooks } from '../../../functions/list-webhooks/store.ts';
import { toWebhook, type WebhookState } from '../../../lib/webhooks/stored-webhook.ts';
import { disableWebhook, findWebhooks } from '../accounts/webhooks.ts';
import type { OpenStage } from '../stage/stage.ts';
import {
  parseAccountId,
  parseMessageId,
  parseTarget,
  parseWebhookId,
} from '../terminal/arguments.ts';
import { noAccount, RefusedError, UsageError } from '../terminal/errors.ts';
import { type Columns, minute, table } from '../terminal/output.ts';
import { onStage } from './run.ts';

/** Adds `webhook list | disable`. */
export const addWebhookCommands = (program: Command): void => {
  const webhook = program.command('webhook').description('Where accounts have events sent to.');

  webhook
    .command('list')
    .description('List webhooks, as their account sees them.')
    .option('--account <account-id>', 'of one account', parseAccountId)
    .option(
      '--url <url>',
      'of any account, which send to this host, or to this port and path of it',
      parseTarget,
    )
    .option('--message <id>', 'the one that now tries to send this webhook-id', parseMessageId)
    .action(
      onStage(async (stage, { result }, options: ListOptions) => {
        const webhooks = await listWebhooks(stage, options);
        await result(webhooks.map(webhookView), showWebhooks(webhooks));
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
  readonly message?: string;
}

/**
 * @throws UsageError unless one option is there
 * @throws RefusedError if the webhook does not exist
 */
const listWebhooks = async (
  { accounts, client, table: tableOf }: OpenStage,
  options: ListOptions,
): Promise<readonly WebhookState[]> => {
  const { account, url, message } = options;
  if (Object.keys(options).length !== 1) {
    throw new UsageError('Say one of --account, --url and --message.');
  }
  if (account !== undefined) {
    if (!(await accounts.get(account))) throw noAccount(account);
    const own = await buildListWebhooks(client, { webhooks: tableOf('webhooks') })(account);
    if (own.length > 0) return own;
    throw new RefusedError(`The account ${account} has no webhooks.`);
  }
  const found = await findWebhooks(client, tableOf('webhooks'), { target: url, message });
  if (found.length > 0) return found;
  throw new RefusedError(
    url === undefined
      ? 'No webhook tries to send this message. It is known only until it is delivered: look with --url.'
      : `No webhook sends there: try ${url.hostname} alone. Events may also come by a redirect of another service.`,
  );
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

/** Webhooks as a table for people. */
export const showWebhooks = (webhooks: readonly WebhookState[]): string => table(webhooks, COLUMNS);
