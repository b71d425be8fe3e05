import { lazy, Suspense } from 'react';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { useLive } from '../../../data/live.ts';
import { refusalsOf } from '../queries.ts';

// Loaded when there is one: making a change again needs the mutations of every area.
const OrderRefusal = lazy(() => import('./OrderRefusal.tsx').then((module) => ({ default: module.OrderRefusal })));

interface Props {
  orderId: string;
  restaurant: Restaurant;
  now: number;
}

/** Changes of this order that the server refused, shown on the order until somebody has dealt with them. */
export function OrderRefusals({ orderId, restaurant, now }: Props) {
  const deadLetters = useLive((db) => refusalsOf(db, orderId), [orderId]) ?? [];
  return (
    <Suspense>
      {deadLetters.map((deadLetter) => (
        <OrderRefusal key={deadLetter.key} deadLetter={deadLetter} restaurant={restaurant} now={now} />
      ))}
    </Suspense>
  );
}
