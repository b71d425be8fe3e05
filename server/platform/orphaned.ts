/**
 * Calls `stop` when npm, which started this process through a shell, is gone: the shell ends at a signal without passing it on, so the
 * server would continue unnoticed and keep its port. Does nothing without npm.
 */
export function whenOrphaned(stop: () => void): void {
  const parent = process.ppid;
  if (!process.env['npm_lifecycle_event'] || process.platform === 'win32') return;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    stop();
  }, 500);
  looking.unref();
}
