import { useEffect, useState } from 'react';
import { health } from '../../../../contract/system/calls.ts';
import { send } from '../../../api/send.ts';
import { useRestaurant } from '../../../session/use-restaurant.ts';
import { useIsOnline } from '../../../sync/runtime/client.ts';
import { useMinute } from '../../../ui/use-minute.ts';
import { backupWords } from './words.ts';

/** When the server made its last daily backup; nothing if the server does not say. */
export function LastBackup() {
  const timezone = useRestaurant()?.timezone ?? 'UTC';
  const now = useMinute();
  const at = useLastBackup();
  return at === undefined ? null : <p>{backupWords(at, timezone, now)}</p>;
}

/** Null: there is none. Fetched again when the network returns. */
function useLastBackup(): string | null | undefined {
  const isOnline = useIsOnline();
  const [at, setAt] = useState<string | null>();
  useEffect(() => {
    const stop = new AbortController();
    send(health, {}, { signal: stop.signal }).then(
      (answer) => {
        if (answer.ok) setAt(answer.data.last_backup_at);
      },
      (error: unknown) => {
        // Leaving the page aborts the request; any other error is a bug.
        if (!stop.signal.aborted) throw error;
      },
    );
    return () => stop.abort();
  }, [isOnline]);
  return at;
}
