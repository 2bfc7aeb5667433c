/** The columns of the table `lines`. Every other name is a member of the JSON in a line, by its path. */
export const COLUMNS = ['@timestamp', '@log', '@message', 'part'] as const;

/** A part of a query: a text, a pattern, a comparison, a name or number, or any other character. */
const TOKEN = /"[^"]*"|'[^']*'|\/(?:[^/\\]|\\.)+\/|[!<>]?=|[<>]|[@\w.]+|\S/g;

/** Words of the language that SQL has, too. */
const WORDS = new Set(['and', 'asc', 'desc', 'in', 'not', 'or']);

/**
 * Translates a query of CloudWatch Logs Insights into SQLite's SQL: `fields`, `filter`, `stats … by`, `sort` and `limit`, in this
 * order. Functions keep their names, `like` becomes the operator REGEXP, `bin` gets the line's time, and `member` its text.
 * @throws Error if it has another command
 */
export const translateQuery = (query: string): string => {
  let columns: readonly string[] = COLUMNS;

  const sqlOf = (token: string, before: string | undefined, after: string | undefined): string => {
    if (/^["'/]/.test(token)) {
      const text = token.slice(1, -1).replaceAll('\\/', '/');
      return `'${text.replaceAll("'", "''")}'`;
    }
    if (token === '(' && before === 'bin') return `("@timestamp",`;
    if (token === 'like') return 'REGEXP';
    if (/^\d+[smhd]$/.test(token)) return `'${token}'`;
    if (!/^[@a-z_]/i.test(token) || WORDS.has(token) || after === '(') return token;
    return columns.includes(token) ? `"${token}"` : `member("@message", '${token}')`;
  };
  const toSql = (tokens: readonly string[]): string =>
    tokens.map((token, index) => sqlOf(token, tokens[index - 1], tokens[index + 1])).join(' ');

  /** A column of the result, named by `as` or by its own text. */
  const column = (tokens: readonly string[]): string => {
    const [value = [], name] = split(tokens, 'as');
    const text = name?.[0] ?? value.join('').replaceAll(',', ', ');
    return `${toSql(value)} AS "${text}"`;
  };

  let shown = ['@timestamp', '@message'].map((name) => column([name]));
  let [where, group, order, limit] = ['1', '', '"@timestamp" DESC', '10000'];
  for (const [command, ...tokens] of split(query.match(TOKEN) ?? [], '|')) {
    if (command === 'filter') where += ` AND (${toSql(tokens)})`;
    else if (command === 'fields') shown = split(tokens, ',').map(column);
    else if (command === 'sort') {
      // Only here may a query name a column of its result.
      columns = [...COLUMNS, ...[...query.matchAll(/\bas (\w+)/g)].map(([, name = '']) => name)];
      order = toSql(tokens);
    } else if (command === 'limit') limit = toSql(tokens);
    else if (command === 'stats') {
      const [values = [], by] = split(tokens, 'by');
      const groups = by === undefined ? [] : split(by, ',');
      shown = [...groups, ...split(values, ',')].map(column);
      group = groups.length === 0 ? '' : `GROUP BY ${groups.map(toSql).join(', ')}`;
      order = '1';
    } else throw new Error(`it does not have ${command}`);
  }
  return `SELECT ${shown.join(', ')} FROM lines WHERE ${where} ${group} ORDER BY ${order} LIMIT ${limit}`;
};

const split = (tokens: readonly string[], separator: string): readonly (readonly string[])[] => {
  const parts: string[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === separator && depth === 0) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
};
