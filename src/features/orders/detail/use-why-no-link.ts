import { openLink } from '../../../../contract/payments/online-calls.ts';
import { whyNot } from '../../../api/online-reasons.ts';
import { useNotOffered } from '../../../api/use-offered.ts';
import { useIsOnline } from '../../../sync/runtime/client.ts';

/** Why no payment link can be made now; null: it can. */
export function useWhyNoLink(): string | null {
  const isOnline = useIsOnline();
  const notOffered = useNotOffered(openLink);
  return notOffered ?? whyNot('provider_setup', isOnline);
}
