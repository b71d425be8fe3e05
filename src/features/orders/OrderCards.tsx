import { links } from '../../routes.ts';
import { useRowKeys } from '../../ui/table/row-keys.ts';
import css from './cards.module.css';
import { OrderCard } from './OrderCard.tsx';
import type { OrderListProps } from './OrderTable.tsx';
import { stepsOf } from './steps.ts';

/** The same rows on a phone. */
export function OrderCards({ rows, restaurant, now, chosen, onChoose, onStep, onMore }: OrderListProps) {
  const list = useRowKeys<HTMLUListElement>();
  if (rows === null) {
    return (
      <ul className={css.cards} aria-hidden="true">
        {[0, 1, 2, 3, 4].map((card) => (
          <li key={card} className={`${css.card} ${css.waiting}`} />
        ))}
      </ul>
    );
  }
  return (
    <ul ref={list} className={css.cards} aria-label="Orders">
      {rows.map((order) => (
        <OrderCard
          key={order.id}
          order={order}
          href={links.order(order.id)}
          first={stepsOf(order, restaurant, now).first}
          timezone={restaurant.timezone}
          now={now}
          isChosen={chosen.has(order.id)}
          onChoose={(id, isChosen) => onChoose([id], isChosen)}
          onStep={onStep}
          onMore={onMore}
        />
      ))}
    </ul>
  );
}
