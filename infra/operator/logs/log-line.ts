/** The members of lines that say what happened, of functions and of access logs: lines in which all agree are counted as one. */
export const FIELDS: readonly string[] = [
  ...['part', 'level', 'code', 'error.name', 'error.message', 'error.cause.name'],
  ...['status', 'responseType', 'method', 'resourcePath', 'accountId', 'keyId'],
];

/** Most lines of a list. */
export const MOST_LINES = 1000;

/** A time as Logs Insights writes it, in UTC: `2026-11-25 10:00:00.000`. */
export const timestamp = (time: number | string): string =>
  new Date(time).toISOString().replace('T', ' ').replace('Z', '');

/** The members of the first JSON in a line by their paths, such as `error.name`, without stacks. */
export const fieldsOf = (message: string): Readonly<Record<string, string>> => {
  try {
    return Object.fromEntries(flatten(JSON.parse(message.slice(message.indexOf('{')))));
  } catch {
    return {};
  }
};

const flatten = (json: unknown, path = ''): readonly (readonly [string, string])[] =>
  Object.entries<unknown>(Object(json))
    .filter(([name]) => name !== 'stack')
    .flatMap(([name, value]) =>
      typeof value === 'object' && value !== null
        ? flatten(value, `${path}${name}.`)
        : [[`${path}${name}`, String(value)]],
    );

/** A line for people: its text, and the members of its JSON that have a value, those that say what happened first. */
export const describeLine = (message: string): string => {
  const fields = fieldsOf(message);
  const names = new Set([...FIELDS, ...Object.keys(fields)]);
  const members = [...names].flatMap((name) =>
    (fields[name] ?? '-') === '-' ? [] : [`${name}=${fields[name]}`],
  );
  if (members.length === 0) return message;
  // The runtime begins a line with the time, the id of the invocation and the level.
  const text = message.slice(0, message.indexOf('{')).split('\t').slice(3).join(' ').trim();
  return [text, ...members].join(' ').trim();
};
