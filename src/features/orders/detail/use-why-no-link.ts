import { whyNot } from '../../../api/online-reasons.ts';
import { useIsOnline } from '../../../sync/runtime/client.ts';

/** Why no payment link can be made now; null: it can. */
export function useWhyNoLink(): string | null {
  const isOnline = useIsOnline();
  return whyNot('provider_setup', isOnline);
}
