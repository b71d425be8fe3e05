/**
 * Calls `stop` when npm, which started this process through a shell, is gone: that shell ends at a signal and does not pass it on, so
 * the server would go on unseen and keep its port. A server that was started without npm is left alone.
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
