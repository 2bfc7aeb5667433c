const POLL_INTERVAL_MS = 250;

/**
 * Ends this process by SIGTERM when npm, or the watcher of `node --watch`, that runs it has ended. npm passes on SIGINT and SIGTERM only, and
 * nothing when it is killed.
 */
export const endWithParent = (): void => {
  const isWatched = process.env['WATCH_REPORT_DEPENDENCIES'] !== undefined;
  const isOfNpm = ['dev', 'start'].includes(process.env['npm_lifecycle_event'] ?? '');
  if (!isWatched && !isOfNpm) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, POLL_INTERVAL_MS).unref();
};
