import { Checkmark24Regular, Warning20Filled } from '@fluentui/react-icons';
import type { MenuItem } from '../../../../contract/menu/calls.ts';
import type { OrderLine } from '../../../../contract/orders/calls.ts';
import { classes } from '../../../ui/classes.ts';
import { checkLine } from '../../../../contract/orders/allergy-check.ts';
import { allergyLabel } from './allergy.ts';
import type { KitchenOrder } from './Ticket.tsx';
import { isDoubleTap } from './double-tap.ts';
import css from './ticket.module.css';
import { isStruck } from './tickets.ts';
import { modifierLine } from './labels.ts';

interface Props {
  order: KitchenOrder;
  line: OrderLine;
  item: MenuItem | undefined;
  onStrike: (order: KitchenOrder, lineId: string, isDone: boolean) => void;
}

/** A tap strikes the dish, the next takes the stroke back. */
export function TicketLine({ order, line, item, onStrike }: Props) {
  const isDone = isStruck(line);
  const modifiers = modifierLine(line);
  const warning = allergyLabel(checkLine(order, line, item));
  return (
    <li>
      <button
        type="button"
        className={classes(css.line, isDone && css.struck)}
        aria-pressed={isDone}
        data-line={line.id}
        onClick={(event) => {
          if (!isDoubleTap(event)) onStrike(order, line.id, !isDone);
        }}
      >
        <span className={css.quantity}>{line.quantity}</span>
        <span className={css.dish}>
          <span className={css.name}>{item?.kitchen_name ?? line.name}</span>
          {modifiers && <span className={css.modifiers}>{modifiers}</span>}
          {line.note && (
            <span className={css.modifiers}>
              “<bdi>{line.note}</bdi>”
            </span>
          )}
          {warning && (
            <span className={css.warning}>
              <Warning20Filled aria-hidden="true" />
              {warning}
            </span>
          )}
        </span>
        {isDone && <Checkmark24Regular className={css.check} aria-hidden="true" />}
      </button>
    </li>
  );
}
