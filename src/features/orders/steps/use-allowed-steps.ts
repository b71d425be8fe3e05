import { missingFor } from '../../../session/use-may.ts';
import { useCanAsk } from '../../../session/approvals.ts';
import { useRole } from '../../../session/kitchen-mode.ts';
import { setStatus } from '../mutations.ts';
import type { Step } from './steps.ts';

/**
 * Leaves of an order's steps those that the person's role allows: cancelling gives money back, and needs more than moving an order. Where
 * somebody can approve it on the spot, it is offered.
 */
export function useAllowedSteps(): <S extends Pick<Step, 'order_status'>>(steps: readonly S[]) => S[] {
  const role = useRole();
  const canAsk = useCanAsk();
  return (steps) =>
    steps.filter(({ order_status }) => {
      const missing = missingFor(role, setStatus.call, { order_status });
      return !missing || (canAsk && missing === 'orders.cancel');
    });
}
