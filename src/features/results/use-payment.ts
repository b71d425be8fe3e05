import { useEffect, useMemo, useState } from 'react';
import { makeWatch, type PaymentLookup, type Sight } from './watch-payment.ts';

/** The payment of this reference as far as it is known; null before the first answer. `lookAgain` starts over at once. */
export function usePayment(reference: string | null): { sight: Sight | null; lookAgain: () => void } {
  const [sight, setSight] = useState<Sight | null>(null);
  const watch = useMemo(() => makeWatch({ look: () => look(reference ?? ''), after, onSight: setSight }), [reference]);
  useEffect(() => {
    if (reference === null) return;
    watch.begin();
    // Use a returning network at once.
    addEventListener('online', watch.begin);
    return () => {
      watch.stop();
      removeEventListener('online', watch.begin);
    };
  }, [watch, reference]);
  return {
    sight,
    lookAgain() {
      setSight(null);
      watch.begin();
    },
  };
}

/** The HTTP client is not part of the first load. */
const look = (reference: string): Promise<PaymentLookup> =>
  import('./fetch-payment.ts')
    .then(({ fetchPayment }) => fetchPayment(reference))
    // Its code could not be loaded: same as a call without a network.
    .catch(() => ({ kind: 'unanswered', waitMs: 0 }));

function after(ms: number, task: () => void): () => void {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
}
