import { lexer, type Token, type Tokens } from 'marked';
import { PipelineError } from './workflow.ts';

/** What GitHub gives to the jobs of each environment: names such as `secrets.API_KEY`. */
export type Grants = ReadonlyMap<string, ReadonlySet<string>>;

const KINDS: Readonly<Record<string, string>> = { variable: 'vars', secret: 'secrets' };

const isTable = (token: Token): token is Tokens.Table => token.type === 'table';

const codeOf = ({ tokens }: Tokens.TableCell): readonly string[] =>
  tokens
    .filter(({ type }) => type === 'codespan')
    .map((token) => ('text' in token ? token.text : ''));

/**
 * Reads the table of environments of `docs/deploying.md`. Operators set up GitHub by it, so jobs
 * have only these.
 * @throws PipelineError if the page does not have it
 */
export const readGrants = (page: string): Grants => {
  const table = lexer(page)
    .filter(isTable)
    .find(({ header }) => header.map(({ text }) => text).join() === 'Environment,Kind,Name,Value');
  if (table === undefined) {
    throw new PipelineError('docs/deploying.md has no table of Environment, Kind, Name, Value.');
  }
  const grants = new Map<string, Set<string>>();
  for (const [environments, kind, name] of table.rows) {
    if (environments === undefined || kind === undefined || name === undefined) continue;
    for (const environment of codeOf(environments)) {
      const names = grants.get(environment) ?? new Set();
      grants.set(environment, names.add(`${KINDS[kind.text]}.${codeOf(name)[0]}`));
    }
  }
  return grants;
};
