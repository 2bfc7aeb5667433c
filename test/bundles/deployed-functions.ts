import { join } from 'node:path';
import type { APIGatewayProxyResult } from 'aws-lambda';
import * as z from 'zod';
import { constructId } from '../../infra/stacks/names.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import { tableNames } from '../../lib/storage/tables.ts';
import { parseJson } from '../../lib/values/json.ts';
import { assemblyDirectory, readTemplate, resourcesOf } from '../support/assembly.ts';
import type { Tables, TestEngine } from '../support/engine.ts';
import { eventOf, type SendExample } from '../support/examples.ts';
import { refuseSentTexts } from '../support/sent-texts.ts';
import { storeCaller } from '../support/test-stage.ts';
import { runFunction } from './runtime-client/run-function.ts';

const properties = z.object({
  Code: z.object({ S3Key: z.templateLiteral([z.string(), '.zip']) }),
  Handler: z.string(),
  MemorySize: z.number(),
  Timeout: z.number(),
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
});

/** `deliverWebhook` of the logical id of its function, `TablesPets` of that of a table. */
const nameOf = (logicalId: string): string => logicalId.replace(/(?:Function)?[0-9A-F]{8}$/, '');

/** A value of a template as text, with these names of tables. */
const resolve = (value: unknown, tables: Tables): string => {
  if (typeof value === 'string') return value;
  const { Ref, 'Fn::Join': joined } = Object(value);
  // Such as the alias that a function invokes another one by.
  if (Ref === undefined) return joined[1].map((part: unknown) => resolve(part, tables)).join('');
  const name = nameOf(Ref);
  const table = tableNames().find((each) => name === `Tables${constructId(each)}`);
  return table === undefined ? name : tables[table];
};

/** The functions of a stack. */
export const deployedFunctions = (stackName: string = STAGES.staging.stackName) => {
  const functions = resourcesOf(readTemplate(stackName), 'AWS::Lambda::Function', properties);
  return [...functions].map(([logicalId, { Code, Handler, MemorySize, Timeout, Environment }]) => ({
    name: nameOf(logicalId),
    folder: join(assemblyDirectory(), `asset.${Code.S3Key.replace('.zip', '')}`),
    handler: Handler,
    memorySize: MemorySize,
    timeoutMs: Timeout * 1000,
    /** The template's variables, with these names of tables. */
    environment: (tables: Tables): Record<string, string> =>
      Object.fromEntries(
        Object.entries(Environment.Variables).map(([name, value]) => [
          name,
          resolve(value, tables),
        ]),
      ),
  }));
};

/** One of a stack's functions. */
export const deployedFunction = (name: string, stackName?: string) => {
  const found = deployedFunctions(stackName).find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no function ${name}`);
  return found;
};

/** Runs the bundles of the staging stack, each in AWS's runtime client. */
export const runFunctions = async (
  engine: Pick<TestEngine, 'accessKeyId' | 'client' | 'endpoint' | 'tables'>,
  environment: Readonly<Record<string, string>> = {},
) => {
  const { endpoint, accessKeyId } = engine;
  const storage = { AWS_ENDPOINT_URL_DYNAMODB: endpoint, AWS_ACCESS_KEY_ID: accessKeyId };
  await storeCaller(engine);
  const running = new Map(
    deployedFunctions().map((deployed) => {
      const own = { ...deployed.environment(engine.tables), ...storage, ...environment };
      return [deployed.name, runFunction(deployed, { environment: own })] as const;
    }),
  );
  const invoke = async (name: string, event: unknown) => {
    const found = running.get(name);
    if (found === undefined) throw new Error(`There is no function ${name}`);
    return found.invoke(event);
  };
  const sendWith =
    (options: Parameters<typeof eventOf>[1]): SendExample =>
    async (request) => {
      const { operationId } = request.contract;
      const result = await invoke(operationId, eventOf(request, options));
      if (result.kind !== 'success') throw new Error(`${operationId}: ${JSON.stringify(result)}`);
      const { statusCode, headers = {}, body }: APIGatewayProxyResult = JSON.parse(result.payload);
      return {
        status: statusCode,
        body: body === '' ? undefined : parseJson(body),
        header: (name) => (name in headers ? String(headers[name]) : undefined),
      };
    };
  const lines = () => [...running.values()].flatMap((one) => one.lines);
  return {
    /** All that they have printed. */
    lines,
    /** Invokes one by its name in the stack. */
    invoke,
    /** Sends an example to the function of its operation. */
    send: sendWith({}),
    /** As `send`, from an account. */
    sendAs: (accountId: string) => sendWith({ accountId }),
    /** @throws Error if they logged what clients sent */
    close: async () => {
      await Promise.all([...running.values()].map((one) => one.close()));
      refuseSentTexts(lines().join('\n'));
    },
  };
};
