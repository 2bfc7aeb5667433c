import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hostEngine, serve } from '../../src/index.ts';

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
  const engine = await hostEngine(join(assembly, '../data'));
  const { apis, outputs, close } = await serve(assembly, stackName, {
    engine,
    port: () => 0,
    parameters,
    note: (line) => notes.push(line),
    log: () => {},
    accessLog: () => {},
    maxInstances: 1,
  }).catch(async (error: unknown) => {
    await engine.close();
    throw error;
  });
  return {
    notes,
    outputs,
    send: async (path, init, apiName = apis[0]?.name) => {
      const url = apis.find(({ name }) => name === apiName)?.url;
      const response = await fetch(`${url}${path}`, init);
      const text = await response.text();
      const { status, headers } = response;
      const isJson = headers.get('content-type')?.includes('json') && text !== '';
      return { status, headers, body: isJson ? JSON.parse(text) : text };
    },
    close: async () => {
      await close();
      await engine.close();
    },
  };
};
