import type { Order } from '../../../../contract/orders/calls.ts';
import { ageOf, type Age, type AgeTone } from './age.ts';
import { useTick } from './tick.ts';

/** The age of one ticket; updates by itself. */
export function useAge(order: Order): Age {
  const text = useTick((now) => {
    const { tone, minutes, lateMinutes } = ageOf(order, now);
    return `${tone} ${minutes} ${lateMinutes}`;
  });
  const [tone, minutes, lateMinutes] = text.split(' ');
  return { tone: tone as AgeTone, minutes: Number(minutes), lateMinutes: Number(lateMinutes) }; // written two lines above
}
