import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, join, relative } from 'node:path';
import * as z from 'zod';
import { PipelineError } from './workflow.ts';

/** Where a job runs. */
export interface Place {
  /** What is checked out: the folder of a repository. */
  readonly repository: string;
  /** The job's own folder. */
  readonly workspace: string;
  /** The folder of the artifacts that jobs of a run pass on. */
  readonly artifacts: string;
  /** The path of the node that `setup-node` gives. */
  readonly node: string;
  /** The credentials that a role gives. */
  readonly credentials: NodeJS.ProcessEnv;
  /** The environment of the following steps. */
  environment: NodeJS.ProcessEnv;
}

/** An emulated action of another repository. */
interface Action {
  /** What the job's permissions must have. */
  readonly permission?: readonly [name: string, level: 'read' | 'write'];
  /** Inputs that must come from variables. */
  readonly fromVariables?: readonly string[];
  /** @throws PipelineError if it does not know an input, or lacks one */
  readonly check: (inputs: unknown) => void;
  readonly run: (inputs: unknown, place: Place) => void;
}

const action = <Inputs>(
  schema: z.ZodType<Inputs>,
  run: (inputs: Inputs, place: Place) => void,
  rest: Pick<Action, 'permission' | 'fromVariables'> = {},
): Action => {
  const read = (inputs: unknown): Inputs => {
    const { data, error } = schema.safeParse(inputs);
    if (data !== undefined) return data;
    const [issue] = error?.issues ?? [];
    throw new PipelineError(`with: ${[...(issue?.path ?? []), issue?.message].join(' ')}`);
  };
  return { ...rest, check: read, run: (inputs, place) => run(read(inputs), place) };
};

const git = (cwd: string, ...words: readonly string[]) => execFileSync('git', words, { cwd });

const checkOut = (depth: string, { repository, workspace }: Place): void => {
  git(workspace, 'init', '--quiet');
  git(workspace, 'remote', 'add', 'origin', `file://${repository}`);
  const all = ['+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*'];
  const what = depth === '0' ? all : [`--depth=${depth}`, '--no-tags'];
  git(workspace, 'fetch', '--quiet', ...what, 'origin', '+HEAD:refs/remotes/origin/main');
  git(workspace, 'checkout', '--quiet', '-B', 'main', 'refs/remotes/origin/main');
};

const setUpNode = (file: string, place: Place): void => {
  const path = join(place.workspace, file);
  if (!existsSync(path)) throw new PipelineError(`${file} is not in the repository.`);
  const expected = readFileSync(path, 'utf8').trim().replace(/^v/, '');
  const version = execFileSync(place.node, ['--version'], { encoding: 'utf8' }).trim().slice(1);
  if (version !== expected && !version.startsWith(`${expected}.`)) {
    throw new PipelineError(
      `${file} wants Node ${expected}, and the package node gives ${version}.`,
    );
  }
  const PATH = [dirname(place.node), place.environment['PATH']].join(delimiter);
  place.environment = { ...place.environment, PATH };
};

/** The files of a folder, or one file, without hidden files and empty folders, which the action leaves out too. */
const filesAt = (path: string): readonly string[] => {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [''];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(path, join(parentPath, name)))
    .filter((file) => !/(^|\/)\./.test(file));
};

const copyFiles = (from: string, files: readonly string[], to: string): void => {
  for (const file of files) {
    const target = join(to, file || basename(from));
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(from, file), target);
  }
};

/** One folder or file: the action takes patterns as well. */
const Path = z.string().regex(/^[\w./-]+$/);

/** An action in a workflow that is only checked, not run: only the pipeline is run. */
const notRun = (inputs: Readonly<Record<string, z.ZodType>>, rest: Parameters<typeof action>[2]) =>
  action(
    z.strictObject(inputs),
    () => {
      throw new PipelineError('It is not run here.');
    },
    rest,
  );

const REPORTS = { permission: ['security-events', 'write'] } as const;

const ACTIONS: Readonly<Record<string, Action>> = {
  'actions/checkout': action(
    z.strictObject({
      'persist-credentials': z.string().optional(),
      'fetch-depth': z.string().regex(/^\d+$/).default('1'),
    }),
    (inputs, place) => checkOut(inputs['fetch-depth'], place),
    { permission: ['contents', 'read'] },
  ),

  'actions/setup-node': action(
    z.strictObject({ 'node-version-file': Path, 'package-manager-cache': z.literal('false') }),
    (inputs, place) => setUpNode(inputs['node-version-file'], place),
  ),

  'actions/upload-artifact': action(
    z.strictObject({ name: Path, path: Path, 'if-no-files-found': z.literal('error') }),
    ({ name, path }, { workspace, artifacts }) => {
      const from = join(workspace, path);
      const files = filesAt(from);
      if (files.length === 0) throw new PipelineError(`No files are at ${path}.`);
      const artifact = join(artifacts, name);
      if (existsSync(artifact)) throw new PipelineError(`There is an artifact ${name} already.`);
      copyFiles(from, files, artifact);
    },
  ),

  'actions/download-artifact': action(
    z.strictObject({ name: Path, path: Path }),
    ({ name, path }, { workspace, artifacts }) => {
      const artifact = join(artifacts, name);
      if (!existsSync(artifact)) throw new PipelineError(`No job has uploaded ${name}.`);
      copyFiles(artifact, filesAt(artifact), join(workspace, path));
    },
  ),

  'aws-actions/configure-aws-credentials': action(
    z.strictObject({ 'role-to-assume': z.string(), 'aws-region': z.string() }),
    (inputs, place) => {
      const region = { AWS_REGION: inputs['aws-region'], AWS_DEFAULT_REGION: inputs['aws-region'] };
      place.environment = { ...place.environment, ...place.credentials, ...region };
    },
    { permission: ['id-token', 'write'], fromVariables: ['role-to-assume', 'aws-region'] },
  ),

  'github/codeql-action/init': notRun({ languages: z.string() }, {}),
  'github/codeql-action/analyze': notRun({}, REPORTS),
  'github/codeql-action/upload-sarif': notRun({ sarif_file: Path }, REPORTS),
  'ossf/scorecard-action': notRun(
    { results_file: Path, results_format: z.literal('sarif'), publish_results: z.literal('true') },
    { permission: ['id-token', 'write'] },
  ),
};

/**
 * Finds an emulated action.
 * @param uses as a step names it, with its version
 * @throws PipelineError if it is not known here
 */
export const findAction = (uses: string): Action => {
  const name = uses.replace(/@.*/, '');
  const found = ACTIONS[name];
  if (found) return found;
  throw new PipelineError(
    `What ${name} does is not known here: add it to test/pipeline/actions.ts.`,
  );
};
