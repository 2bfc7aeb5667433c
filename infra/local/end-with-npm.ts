/** How often it looks for npm. */
const POLL_INTERVAL_MS = 250;

/**
 * Ends this process by SIGTERM when the `npm start` or `npm run dev` that runs it has ended. npm passes on SIGINT
 * and SIGTERM only, and nothing when it is killed.
 */
export const endWithNpm = (): void => {
  if (!['dev', 'start'].includes(process.env['npm_lifecycle_event'] ?? '')) return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, POLL_INTERVAL_MS).unref();
};
