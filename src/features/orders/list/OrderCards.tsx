import { links } from '../../../links.ts';
import { CardList } from '../../../components/table/CardList.tsx';
import { OrderCard } from './OrderCard.tsx';
import type { OrderListProps } from './OrderTable.tsx';
import { stepsOf } from '../steps/steps.ts';

/** The rows on a phone. */
export function OrderCards({ rows, restaurant, now, today, chosen, onChoose, onStep, onMore }: OrderListProps) {
  return (
    <CardList label="Orders" rows={rows}>
      {(order) => (
        <OrderCard
          key={order.id}
          order={order}
          href={links.order(order.id)}
          first={stepsOf(order, restaurant, now).first}
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
