const POLL_INTERVAL_MS = 250;

/**
 * Ends this process by SIGTERM when npm, or what npm has started to run it, has ended. npm passes on SIGINT and SIGTERM only, and
 * nothing when it is killed.
 */
export const endWithParent = (): void => {
  if (!['dev', 'start'].includes(process.env['npm_lifecycle_event'] ?? '')) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, POLL_INTERVAL_MS).unref();
};
