import { useCallback, useEffect, useState } from 'react';
import type { SignedInDevice } from '../../../../contract/settings/session-calls.ts';
import type { Result } from '../../../api/send.ts';
import { useIsOnline } from '../../../sync/runtime/client.ts';
import { readDevices } from './requests.ts';
import { tellNewName } from './tell-name.ts';

/** The signed-in devices as the server has them; null: not asked yet. Asked anew when the network is back. */
export function useDevices(): { answer: Result<SignedInDevice[]> | null; ask: () => void } {
  const isOnline = useIsOnline();
  const [answer, setAnswer] = useState<Result<SignedInDevice[]> | null>(null);
  const [asked, setAsked] = useState(0);
  const ask = useCallback(() => setAsked((n) => n + 1), []);

  useEffect(() => {
    const stop = new AbortController();
    readDevices(stop.signal).then(
      // What was read stays on the page when a later answer does not arrive.
      (found) => {
        if (found.ok) tellNewName(found.data);
        setAnswer((before) => (found.ok || !before?.ok ? found : before));
      },
      (error: unknown) => {
        // Leaving the page ends the request; anything else is a fault of ours.
        if (!stop.signal.aborted) throw error;
      },
    );
    return () => stop.abort();
  }, [asked, isOnline]);

  return { answer, ask };
}
