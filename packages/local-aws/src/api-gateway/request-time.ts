/** Writes ms since the epoch as `$context.requestTime` does, in CLF: `09/Apr/2015:12:34:56 +0000`. */
export const formatRequestTime = (epochMs: number): string => {
  const [, day, month, year, time] = new Date(epochMs).toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
};
