import { useEffect, useState } from 'react';
import { list, type PaymentStats } from '../../../contract/payments/calls.ts';
import { send } from '../../api/send.ts';
import { useIsOnline } from '../../sync/runtime/client.ts';

/**
 * The sums that only the server knows; null before the first answer. Fetched again when the network returns and when `trigger` changes. A
 * later failure keeps the last answer.
 */
export function useStats(trigger: unknown): { stats: PaymentStats | null; hasFailed: boolean } {
  const isOnline = useIsOnline();
  const [state, setState] = useState<{ stats: PaymentStats | null; hasFailed: boolean }>({
    stats: null,
    hasFailed: false,
  });

  useEffect(() => {
    if (!isOnline) return;
    const stop = new AbortController();
    send(list, { query: { limit: '1' } }, { signal: stop.signal }).then(
      (answer) => {
        const stats = answer.ok ? ((answer.stats as PaymentStats | undefined) ?? null) : null;
        setState((before) => (stats ? { stats, hasFailed: false } : { ...before, hasFailed: true }));
      },
      (error: unknown) => {
        if (!stop.signal.aborted) throw error;
      },
    );
    return () => stop.abort();
  }, [isOnline, trigger]);

  return state;
}
