import assert from 'node:assert/strict';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeployedStage } from './deployed-stage.ts';
import { TEMPORARY } from './run-folder.ts';
import { send } from './stored-data.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Changes the answer of getPet's function. */
const FUNCTION_EDIT = {
  path: 'lib/http/deprecation.ts',
  from: 'rel="successor-version"',
  to: 'rel="changed-version"',
};

/** Changes an answer of API Gateway itself, by a setting. */
const GATEWAY_EDIT = {
  path: 'lib/errors/errors.ts',
  from: 'This needs a valid API key.',
  to: 'This needs a changed API key.',
};

/** Makes a function fail when it is loaded: it gets no table's name. */
const BROKEN_EDIT = {
  path: 'functions/get-pet/contract.ts',
  from: "access: [{ table: 'pets', actions: ['GetItem'] }],",
  to: 'access: [],',
};

/** Copies of the project, edited like a release, by the names of their folders. */
const EDITS = { broken: [BROKEN_EDIT], changed: [FUNCTION_EDIT, GATEWAY_EDIT] } as const;

/**
 * Copies the project and edits it.
 * @returns its folder
 * @throws Error if the text to be edited no longer exists
 */
export const changeService = (name: keyof typeof EDITS): string => {
  const copy = join(TEMPORARY, name);
  for (const part of ['functions', 'infra', 'lib', 'cdk.json', 'package.json']) {
    cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  for (const { path, from, to } of EDITS[name]) {
    const text = readFileSync(join(copy, path), 'utf8');
    assert.ok(text.includes(from), `${path} no longer says: ${from}`);
    writeFileSync(join(copy, path), text.replace(from, to));
  }
  return copy;
};

/** Expects a stage to answer as the changed service does, or not yet. */
export const expectChanged = async (stage: DeployedStage, changed: boolean): Promise<void> => {
  await expectFunctionChanged(stage, changed);
  const fromGateway = await (await fetch(`${stage.baseUrl}/pets`)).text();
  assert.ok(fromGateway.includes(changed ? GATEWAY_EDIT.to : GATEWAY_EDIT.from), fromGateway);
};

/** Expects that of its functions. */
export const expectFunctionChanged = async (
  stage: DeployedStage,
  changed: boolean,
): Promise<void> => {
  const fromFunction = (await send(stage, `${stage.baseUrl}/pets/0`)).headers.get('Link') ?? '';
  assert.ok(fromFunction.includes(changed ? FUNCTION_EDIT.to : FUNCTION_EDIT.from), fromFunction);
};
