import { disableWebhook } from './disable-webhook.ts';
import { RefusedError } from './errors.ts';
import { findWebhooks } from './find-webhooks.ts';
import type { OpenStage } from './stage.ts';

/** Finds the webhooks whose `url` or `secret` a key was the last to set, and which of the two. */
export const webhooksSetBy = async (
  { client, table }: Pick<OpenStage, 'client' | 'table'>,
  keyId: string,
) =>
  (await findWebhooks(client, table('webhooks'), { keyId })).map(
    ({ accountId, id, url, status, urlBy, secretBy }) => ({
      accountId,
      id,
      url,
      status,
      set: [...(urlBy === keyId ? ['url'] : []), ...(secretBy === keyId ? ['secret'] : [])],
    }),
  );

/**
 * Disables the webhooks whose `url` or `secret` a revoked key was the last to set: at once, and again when its last requests
 * have ended, which may create some or enable one again. Those that are deleted or changed all the time meanwhile stay as they are.
 * @param quiet when its last requests have ended
 * @param wait resolves at a time
 */
export const disableWebhooksOf = async (
  stage: Pick<OpenStage, 'client' | 'table'>,
  keyId: string,
  quiet: Date,
  wait: (until: Date) => Promise<void>,
): Promise<void> => {
  const disableAll = async () => {
    for (const webhook of await webhooksSetBy(stage, keyId)) {
      await disableWebhook(stage, webhook).catch((error: unknown) => {
        if (!(error instanceof RefusedError)) throw error;
      });
    }
  };
  await disableAll();
  if (quiet.getTime() <= Date.now()) return;
  await wait(quiet);
  await disableAll();
};
