import type { Command } from 'commander';
import { buildListWebhooks } from '../../functions/list-webhooks/store.ts';
import { toWebhook, type WebhookState } from '../../lib/webhooks/stored-webhook.ts';
import { parseAccountId, parseHost, parseMessageId, parseWebhookId } from './arguments.ts';
import { noAccount, RefusedError, UsageError } from './errors.ts';
import { table } from './output.ts';
import { runOnStage } from './run.ts';
import type { OpenStage } from './stage.ts';
import { disableWebhook, findWebhooks } from './webhooks.ts';

/** Adds `webhook list | disable`. */
export const addWebhookCommands = (program: Command): void => {
  const webhook = program.command('webhook').description('Where accounts have events sent to.');

  webhook
    .command('list')
    .description('List webhooks, as their account sees them.')
    .option('--account <account-id>', 'of one account', parseAccountId)
    .option(
      '--url <host>',
      'of any account, which send to this host, or to the host of this URL',
      parseHost,
    )
    .option('--message <id>', 'the one that now tries to send this webhook-id', parseMessageId)
    .action((options: ListOptions, command: Command) => {
      const chosen = Object.values(options).filter((value) => value !== undefined);
      if (chosen.length !== 1) throw new UsageError('Say one of --account, --url and --message.');
      return runOnStage(command, async (stage, { result }) => {
        const webhooks = await listWebhooks(stage, options);
        await result(webhooks.map(webhookView), webhookTable(webhooks));
      });
    });

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

interface ListOptions {
  readonly account?: string;
  readonly url?: string;
  readonly message?: string;
}

/** @throws RefusedError if there is none */
const listWebhooks = async (
  { accounts, client, table }: OpenStage,
  { account, url, message }: ListOptions,
): Promise<readonly WebhookState[]> => {
  if (account !== undefined) {
    if (!(await accounts.get(account))) throw noAccount(account);
    const own = await buildListWebhooks(client, table('webhooks'))(account);
    if (own.length > 0) return own;
    throw new RefusedError(`The account ${account} has no webhooks.`);
  }
  const found = await findWebhooks(client, table('webhooks'), { host: url, message });
  if (found.length > 0) return found;
  throw new RefusedError(
    url === undefined
      ? 'No webhook tries to send this message. It is known only until it is delivered: look with --url.'
      : `No webhook sends to ${url}: events may reach it by a redirect of another service.`,
  );
};

const webhookView = (webhook: WebhookState) => ({
  accountId: webhook.accountId,
  ...toWebhook(webhook),
});

const webhookTable = (webhooks: readonly WebhookState[]): string =>
  table(
    ['ACCOUNT', 'WEBHOOK', 'STATUS', 'ABOUT', 'DELIVERED', 'URL', 'LAST FAILURE'],
    ...webhooks.map(({ accountId, id, status, about, delivered, url, failing }) => [
      accountId,
      id,
      status,
      about,
      String(delivered),
      url,
      String(failing?.lastError ?? failing?.lastStatus ?? '-'),
    ]),
  );
