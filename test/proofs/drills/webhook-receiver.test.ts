import { expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { nodes } from '../../e2e/client-folder.ts';
import { codeBlocks } from '../../support/page-calls.ts';
import { deliveryOf, expectReceives, secret, useReceivers } from '../../support/page-receiver.ts';

useReceivers();

test.each([...nodes()])(
  'the receiver of the guide takes what the service signs, and nothing else, on Node %s',
  (_version, node) =>
    expectReceives('receiver.mjs', (file) => [node, file], { keepsNumbers: false }),
);

test('the library verifies as the guide says, and does not read the body', () => {
  const withLibrary = codeBlocks('docs/webhooks.md').find(({ language }) => language === 'js');
  const verify = new Function('Webhook', 'process', 'request', 'body', withLibrary?.text ?? '');
  const process = { env: { WEBHOOK_SECRET: secret } };
  // Not JSON: who reads it would fail.
  const body = '[{';
  expect(() => verify(Webhook, process, { headers: deliveryOf(body) }, body)).not.toThrow();
  expect(() => verify(Webhook, process, { headers: deliveryOf('[') }, body)).toThrow('signature');
});
