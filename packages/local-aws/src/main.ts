#!/usr/bin/env node
/** The command `local-aws`. */
import { resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { TemplateError } from './cloudformation/intrinsics.ts';
import { hostEngine } from './dynamodb/shared-engine.ts';
import { serve } from './serve.ts';
import { firstLine, StartupError } from './startup-error.ts';

type Parameters = Readonly<Record<string, string>>;

const parsePort = (text: string): number => {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65535) {
    throw new InvalidArgumentError('It is a whole number from 0 (any free port) to 65535.');
  }
  return port;
};

const parseParameter = (text: string, given: Parameters): Parameters => {
  const [, name = '', value = ''] = /^(\w+)=(.*)$/s.exec(text) ?? [];
  if (name === '') throw new InvalidArgumentError('It is Name=value.');
  return { ...given, [name]: value };
};

const program = new Command('local-aws')
  .description('Serves the REST APIs of a synthesized CDK stack on this machine.')
  .argument('<assembly>', 'the folder that cdk synth wrote, such as cdk.out')
  .argument('<stack>', 'the name of the stack')
  .option('--port <number>', 'port of the first API; further ones take the next', parsePort, 3000)
  .option('--parameter <name=value...>', 'parameters of the template', parseParameter, {})
  .option('--data-dir <folder>', 'where the tables are kept', '.local-aws')
  .addHelpText(
    'after',
    `
Environment:
  AWS_ENDPOINT_URL_DYNAMODB  the address of a DynamoDB engine to use instead of the embedded one`,
  )
  .allowExcessArguments(false)
  .parse();
const {
  port: first,
  dataDir,
  parameter: parameters,
} = program.opts<{ port: number; dataDir: string; parameter: Parameters }>();
const [assembly = '', stackName = ''] = program.args;

const fail = (error: unknown): never => {
  console.error(`local-aws: ${firstLine(error)}`);
  const expected = error instanceof StartupError || error instanceof TemplateError;
  if (!expected && error instanceof Error) console.error(error.stack);
  process.exit(1);
};

process.on('uncaughtException', fail);
try {
  const engine = await hostEngine(resolve(dataDir), process.env['AWS_ENDPOINT_URL_DYNAMODB']);
  const { apis, outputs, close } = await serve(resolve(assembly), stackName, {
    engine,
    port: (_name, index) => (first === 0 ? 0 : first + index),
    parameters,
  });
  let closed: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    closed ??= close().then(engine.close);
    await closed;
    process.exit(0);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  for (const { name, url } of apis) console.log(`${name}  ${url}`);
  for (const [name, value] of Object.entries(outputs)) console.log(`Output ${name}: ${value}`);
  console.log(`Tables are in ${engine.description}. Ctrl-C stops it.`);
} catch (error) {
  fail(error);
}
