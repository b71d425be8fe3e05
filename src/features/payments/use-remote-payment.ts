import { useEffect, useState } from 'react';
import { get } from '../../../contract/payments/calls.ts';
import { send } from '../../api/send.ts';
import type { ShownPayment } from './queries.ts';

interface RemotePayment {
  payment: ShownPayment | null;
  state: 'loading' | 'absent' | 'unreachable';
  retry: () => void;
}

/** A payment that this device does not store, read from the server if `isWanted`. */
export function useRemotePayment(id: string, isWanted: boolean): RemotePayment {
  const [tries, setTries] = useState(0);
  const [found, setFound] = useState<Omit<RemotePayment, 'retry'>>({ payment: null, state: 'loading' });

  useEffect(() => {
    if (!isWanted) return;
    const stop = new AbortController();
    send(get, { path: { id } }, { signal: stop.signal }).then(
      (answer) => {
        if (answer.ok) setFound({ payment: { ...answer.data, isPending: false }, state: 'loading' });
        else setFound({ payment: null, state: answer.kind === 'refused' ? 'absent' : 'unreachable' });
      },
      (error: unknown) => {
        if (!stop.signal.aborted) throw error;
      },
    );
    return () => stop.abort();
  }, [id, isWanted, tries]);

  return { ...found, retry: () => setTries((n) => n + 1) };
}
