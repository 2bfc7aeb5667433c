import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { startApiServer } from '../../../../infra/local/api-gateway/http-server.ts';
import { readRestApis } from '../../../../infra/local/api-gateway/rest-apis.ts';
import { readStackTemplate } from '../../../../infra/local/cloudformation/template.ts';
import { unknownResources } from '../../../../infra/local/cloudformation/unknown-resources.ts';
import { createTables } from '../../../../infra/local/dynamodb/create-tables.ts';
import { startEmbeddedDynamoDB } from '../../../../infra/local/dynamodb/embedded-dynamodb.ts';
import { readFunctions } from '../../../../infra/local/lambda/lambda-functions.ts';
import { createLambdaService } from '../../../../infra/local/lambda/lambda-service.ts';

/** An app of the CDK that is served. */
export interface ServedApp {
  /** What a start prints. */
  readonly notes: readonly string[];
  readonly outputs: Readonly<Record<string, string>>;
  /** Sends a request to one of the app's APIs, the first if none is named; `path` is without the stage. */
  readonly send: (path: string, init?: RequestInit, apiName?: string) => Promise<Reply>;
  readonly close: () => Promise<void>;
}

/** What a client got. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed, if it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests compare it
  readonly body: any;
}

/** Synthesizes an app into a project of ES modules, as most are now, which it does not share with the bundles. */
export const synthesizeApp = async (program: string): Promise<string> => {
  const project = await mkdtemp(join(tmpdir(), 'app-'));
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
  const assembly = join(project, 'cdk.out');
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, program)], {
    env: { ...process.env, CDK_OUTDIR: assembly, CDK_VALIDATION: 'false' },
  });
  return assembly;
};

/** Serves a stack. */
export const serveApp = async (
  program: string,
  stackName: string,
  parameters: Record<string, string> = {},
): Promise<ServedApp> => {
  const assembly = await synthesizeApp(program);
  const notes: string[] = [];
  const note = (line: string | undefined) => {
    if (line !== undefined) notes.push(line);
  };
  const template = readStackTemplate(assembly, stackName, parameters);
  note(unknownResources(template));
  const apis = readRestApis(template);
  const functions = readFunctions(template, apis, note);
  const data = join(assembly, '../data');
  await mkdir(data);
  const engine = await startEmbeddedDynamoDB(data);
  const credentials = { accessKeyId: engine.accessKeyId, secretAccessKey: 'local' };
  const client = new DynamoDBClient({
    endpoint: engine.endpoint,
    region: 'us-east-1',
    credentials,
  });
  await createTables(client, template);
  client.destroy();
  const lambda = createLambdaService(functions, {
    environment: {
      AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
      AWS_ACCESS_KEY_ID: engine.accessKeyId,
    },
    log: () => {},
    maxInstances: 1,
  });
  const servers = await Promise.all(
    apis.map(async (api) => ({
      ...(await startApiServer(api, 0, '127.0.0.1', {
        invoke: lambda.invoke,
        throttleClient: async () => undefined,
        log: () => {},
        accessLog: () => {},
      })),
      api,
    })),
  );
  return {
    notes,
    outputs: template.outputs(),
    send: async (path, init, apiName = apis[0]?.name) => {
      const { port, api } = servers.find((one) => one.api.name === apiName) ?? {};
      const url = `http://127.0.0.1:${port}/${api?.stage.name}${path}`;
      const response = await fetch(url, init);
      const text = await response.text();
      const { status, headers } = response;
      const isJson = headers.get('content-type')?.includes('json') && text !== '';
      return { status, headers, body: isJson ? JSON.parse(text) : text };
    },
    close: async () => {
      await Promise.all(servers.map((server) => server.close()));
      await lambda.close();
      await engine.close();
    },
  };
};
