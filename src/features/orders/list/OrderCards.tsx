import { links } from '../../../links.ts';
import { CardList } from '../../../components/table/CardList.tsx';
import { OrderCard } from './OrderCard.tsx';
import type { OrderListProps } from './OrderTable.tsx';
import { stepsOf } from '../steps/steps.ts';
import { useMayCall } from '../../../session/use-may.ts';
import { setStatus } from '../mutations.ts';

/** The rows on a phone. */
export function OrderCards({ rows, restaurant, now, today, chosen, onChoose, onStep, onMore }: OrderListProps) {
  const mayWork = useMayCall(setStatus.call);
  return (
    <CardList label="Orders" rows={rows}>
      {(order) => (
        <OrderCard
          key={order.id}
          order={order}
          href={links.order(order.id)}
          first={mayWork ? stepsOf(order, restaurant, now).first : null}
          timezone={restaurant.timezone}
          now={now}
          today={today}
          isChosen={chosen.has(order.id)}
          onChoose={(id, isChosen) => onChoose([id], isChosen)}
          onStep={onStep}
          onMore={onMore}
        />
      )}
    </CardList>
  );
}
