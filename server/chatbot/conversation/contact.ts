import type { PendingOrder, PendingReservation } from './pending.ts';
import { nameOf, type Turn } from './turn.ts';

type Known = Pick<PendingOrder | PendingReservation, 'name' | 'phone'>;

/** Who it is for, or which of the two has to be asked for: the restaurant must be able to call back. */
export function contactOf(turn: Turn, known: Known): { name: string; phone: string } | 'name' | 'phone' {
  const name = known.name ?? nameOf(turn);
  if (name === null) return 'name';
  const phone = known.phone ?? turn.customer.phone;
  return phone === null ? 'phone' : { name, phone };
}

export const contactQuestion = ({ say }: Turn, missing: 'name' | 'phone'): string =>
  missing === 'name' ? say.whichName : say.whichPhone;
