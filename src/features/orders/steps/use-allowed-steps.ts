import { mayCall } from '../../../session/use-may.ts';
import { useSession } from '../../../session/session.ts';
import { setStatus } from '../mutations.ts';
import type { Step } from './steps.ts';

/** Leaves of an order's steps those that the person's role allows: cancelling gives money back, and needs more than moving an order. */
export function useAllowedSteps(): <S extends Pick<Step, 'order_status'>>(steps: readonly S[]) => S[] {
  const { role } = useSession();
  return (steps) => steps.filter(({ order_status }) => mayCall(role, setStatus.call, { order_status }));
}
