import { Button } from '@fluentui/react-components';
import { ErrorCircle20Filled } from '@fluentui/react-icons';
import { Link } from 'wouter';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import type { DeadLetter } from '../../../data/db.ts';
import type { Order } from '../../../../contract/orders/calls.ts';
import { timeOf } from '../../../lib/wall-clock.ts';
import { dismiss, restore } from '../../../sync/recovery/unsent-changes.ts';
import { showNotSaved, showFault } from '../../../ui/page/toast.ts';
import { describeOrder, describeOrderRefusal } from '../describe.ts';
import css from './detail.module.css';

interface Props {
  deadLetter: DeadLetter;
  restaurant: Restaurant;
  now: number;
}

/** A change of this order that the server refused, with what can be done about it. */
export function OrderRefusal({ deadLetter, restaurant, now }: Props) {
  const { subject } = describeOrder(deadLetter.entry, (deadLetter.theirs ?? deadLetter.yours) as Order | null);
  const { why, restoreLabel, keepLabel, mend } = describeOrderRefusal(deadLetter, restaurant, now);
  const again = () => {
    const title = `Not sent again: ${subject}`;
    restore(deadLetter.key).then(
      (ticket) => {
        if (!ticket) showFault(title, 'This version of Galley does not know the change any more.');
      },
      () => showFault(title, 'This device could not make it again. Try once more.'),
    );
  };
  return (
    <section className={`g-wrap g-surface ${css.refusal}`} role="alert">
      <ErrorCircle20Filled />
      <div>
        <h2>
          {subject} <span>tapped {timeOf(deadLetter.entry.occurredAt, restaurant.timezone)}</span>
        </h2>
        <p>{why}</p>
      </div>
      <div className="g-flex g-push g-gap-8">
        <Button onClick={() => dismiss(deadLetter.key).catch(showNotSaved(`Still to be looked at: ${subject}`))}>
          {keepLabel}
        </Button>
        {mend && <Link href={mend.href}>{mend.words}</Link>}
        {restoreLabel && (
          <Button appearance="primary" onClick={again}>
            {restoreLabel}
          </Button>
        )}
      </div>
    </section>
  );
}
