import { Fragment } from 'react';
import { Checkmark24Regular, Warning20Filled } from '@fluentui/react-icons';
import type { MenuItem } from '../../../../contract/menu/calls.ts';
import type { OrderLine } from '../../../../contract/orders/calls.ts';
import type { Dish } from '../../../../contract/orders/price-dish.ts';
import { classes } from '../../../ui/classes.ts';
import { checkLine } from '../../../../contract/orders/allergy-check.ts';
import { allergyLabel } from './allergy.ts';
import type { KitchenOrder } from './Ticket.tsx';
import { isDoubleTap } from './double-tap.ts';
import css from './ticket.module.css';
import { isStruck } from './tickets.ts';
import { kitchenNameOf, modifierParts } from './labels.ts';

interface Props {
  order: KitchenOrder;
  line: OrderLine;
  item: MenuItem | undefined;
  groups: Dish['groups'];
  onStrike: (order: KitchenOrder, lineId: string, isDone: boolean) => void;
}

/** A tap strikes the dish; the next tap undoes that. */
export function TicketLine({ order, line, item, groups, onStrike }: Props) {
  const isDone = isStruck(line);
  const warning = allergyLabel(checkLine(order, line, item, groups));
  return (
    <li>
      <button
        type="button"
        className={classes(
          'g-full g-gap-12 g-strong g-ink g-round-8 g-tall-48 g-text-start',
          css.line,
          isDone && css.struck,
        )}
        aria-pressed={isDone}
        data-line={line.id}
        onClick={(event) => {
          if (!isDoubleTap(event)) onStrike(order, line.id, !isDone);
        }}
      >
        <span className={`g-rigid ${css.quantity}`}>{line.quantity}</span>
        <span className={`g-flex g-narrow g-break ${css.dish}`}>
          <span className={css.name}>{kitchenNameOf(line, item)}</span>
          {modifierParts(line).map(({ below, ...said }, i) => (
            // The same one may be there twice.
            // oxlint-disable-next-line react/no-array-index-key
            <span key={i} className={`g-info ${css.modifiers}`}>
              <Said {...said} />
              {below.map((one, n) => (
                // oxlint-disable-next-line react/no-array-index-key
                <Fragment key={n}>
                  {n === 0 ? ': ' : ', '}
                  <Said {...one} />
                </Fragment>
              ))}
            </span>
          ))}
          {line.note && (
            <span className={`g-info ${css.modifiers}`}>
              “<bdi>{line.note}</bdi>”
            </span>
          )}
          {warning && (
            <span className={`g-flex g-start g-gap-6 g-bad g-line-24 g-size-17 ${css.warning}`}>
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

/** A choice; "NO" and "EXTRA" stand out. */
function Said({ prefix, text }: { prefix: string | null; text: string }) {
  return (
    <>
      {prefix && <b className={prefix === 'NO' ? css.without : css.prefix}>{prefix}</b>}
      {prefix && ' '}
      {text}
    </>
  );
}
