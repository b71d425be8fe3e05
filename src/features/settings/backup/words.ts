import { untilLabel } from '../../../lib/wall-clock.ts';

const LATE_MS = 2 * 24 * 60 * 60_000;

/** The message about the server's last daily backup; `at` null: it has none. */
export function backupWords(at: string | null, timezone: string, now: number): string {
  if (at === null) return 'The server has no daily backup yet.';
  const words = `Last backup on the server: ${untilLabel(at, timezone, now)}.`;
  return now - Date.parse(at) > LATE_MS
    ? `${words} That is more than two days ago. Tell the person who looks after your server.`
    : words;
}
