/** Shows on a terminal which share of a run is done, 0 to 1. */
export const progress = (share: number): void => {
  if (!process.stderr.isTTY) return;
  const done = Math.round(share * 40);
  process.stderr.write(
    `\r[${'#'.repeat(done)}${' '.repeat(40 - done)}] ${Math.floor(share * 100)}%`,
  );
  if (share === 1) process.stderr.write('\n');
};
