import { readFileSync } from 'node:fs';
import { Agent, createServer, type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import * as z from 'zod';
import { baseUrlOutput, tableOutput } from '../../../infra/stacks/names.ts';
import { STAGES, type Stage } from '../../../infra/stacks/stages.ts';
import { buildFindKey } from '../../../lib/accounts/find-key.ts';
import { usageKeyOf } from '../../../lib/accounts/usage-plan-key.ts';
import type { ApiName } from '../../../lib/http/contract.ts';
import { createDocumentClient } from '../../../lib/storage/document-client.ts';
import { nameTables } from '../../support/engine.ts';
import { listen } from '../../support/listen.ts';
import { operator } from '../../support/operator.ts';
import { cdk, clientConfig, type MiniStack, TEMPORARY } from './emulator.ts';

interface NamedStage {
  readonly ministack: MiniStack;
  readonly name: Stage;
}

/** Runs one of the operators' commands on a stage, and gives what it prints for scripts. */
export const operate = async (
  { ministack, name }: NamedStage,
  ...words: readonly string[]
): Promise<unknown> => {
  const command = [...words, '--stage', name, '--yes', '--json'];
  const { status, output, problems } = await operator(command, ministack.environment);
  if (status !== 0) throw new Error(`operator ${command.join(' ')} failed.\n${problems}`);
  return JSON.parse(output);
};

const account = z.object({ accountId: z.string() });
const issued = z.object({ apiKey: z.string() });

/** Makes two accounts and their keys, as an operator would. */
const issueKeys = async (stage: NamedStage) => {
  const create = async (name: string) =>
    account.parse(await operate(stage, 'account', 'create', '--name', name)).accountId;
  const issue = async (accountId: string, scope: string) => {
    const words = ['--account', accountId, '--name', scope, '--scope', scope];
    return issued.parse(await operate(stage, 'key', 'issue', ...words)).apiKey;
  };
  const accountId = await create('test:deploy');
  return {
    accountId,
    apiKey: await issue(accountId, 'full'),
    readOnlyKey: await issue(accountId, 'read'),
    /** A key of another account. */
    otherKey: await issue(await create('Others'), 'full'),
  };
};

/** MiniStack starts a process for each concurrent request, and fifty would slow each other down too much. */
const CONCURRENCY = 8;

/**
 * Gives an API its own address on this machine, for the life of this process. MiniStack
 * distinguishes APIs by the header `Host`, which `fetch` cannot set.
 * @param emulator the address of MiniStack
 * @param baseUrl the base address from the stack's output
 * @param usageKeyOf finds the usage key, which MiniStack takes from a header of the request, and
 * API Gateway from the authorizer
 * @returns the base address to call
 */
const openAddress = async (
  emulator: string,
  baseUrl: string,
  usageKeyOf: (apiKey: string) => Promise<string | undefined>,
): Promise<string> => {
  const { hostname, pathname } = new URL(baseUrl);
  const host = hostname.replace(/\..+/, '.execute-api.localhost');
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  let origin = '';
  const server = createServer(async (incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const usageKey = await usageKeyOf(headers.authorization?.replace(/^bearer +/i, '') ?? '');
    const counted = { ...headers, host, ...(usageKey && { 'x-api-key': usageKey }) };
    const options = { agent, method, path, headers: counted };
    const forwarded = request(emulator, options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, withHost(answer.headers, origin));
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  origin = (await listen(server)).endpoint;
  return `${origin}${pathname}`;
};

/**
 * MiniStack's events lack `requestContext.domainName`, which API Gateway always sets, so a Link
 * begins with `https://undefined`. It is corrected here, so that the suite can follow links. The
 * service itself must not guess a host.
 */
const withHost = ({ link, ...headers }: IncomingHttpHeaders, origin: string) => ({
  ...headers,
  ...(link !== undefined && { link: String(link).replaceAll('https://undefined', origin) }),
});

/** A stage that was deployed to MiniStack, with keys for it. */
export type DeployedStage = Awaited<ReturnType<typeof openStage>>;

/** Deploys one stack of an assembly, and gives its outputs. */
export const deploy = async (
  ministack: MiniStack,
  assembly: string,
  stackName: string,
): Promise<Record<string, string>> => {
  const file = join(TEMPORARY, `${stackName}.json`);
  const words = ['--app', assembly, '--require-approval', 'never', '--outputs-file', file];
  await cdk(ministack, TEMPORARY, 'deploy', stackName, ...words);
  const outputs = z.record(z.string(), z.record(z.string(), z.string()));
  return outputs.parse(JSON.parse(readFileSync(file, 'utf8')))[stackName] ?? {};
};

/**
 * Gives a stage that was deployed addresses and keys.
 * @throws Error if it was deployed without an output that people need
 */
export const openStage = async (
  ministack: MiniStack,
  name: Stage,
  outputs: Readonly<Record<string, string>>,
) => {
  const { endpoint } = ministack;
  const { stackName } = STAGES[name];
  const output = (of: string): string => {
    const value = outputs[of];
    if (value === undefined) throw new Error(`${stackName} has no output ${of}.`);
    return value;
  };
  const client = createDocumentClient(clientConfig(endpoint));
  const tables = nameTables((table) => output(tableOutput(table)));
  const find = buildFindKey(client, tables);
  const usageKeys = new Map<string, Promise<string | undefined>>();
  const findUsageKey = (apiKey: string) => {
    const found =
      usageKeys.get(apiKey) ?? find(apiKey).then((key) => key && usageKeyOf(key.accountId));
    usageKeys.set(apiKey, found);
    return found;
  };
  const address = (api: ApiName) => openAddress(endpoint, output(baseUrlOutput(api)), findUsageKey);
  return {
    ministack,
    name,
    stackName,
    output,
    baseUrl: await address('pets'),
    quickstartUrl: await address('quickstart'),
    ...(await issueKeys({ ministack, name })),
    client,
    tables,
  };
};
