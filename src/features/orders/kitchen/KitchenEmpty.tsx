import { CheckmarkCircle48Regular, CloudSync48Regular } from '@fluentui/react-icons';
import { timeOf } from '../../../lib/wall-clock.ts';
import css from './kitchen.module.css';
import type { Recallable } from './recall.ts';
import { numberOf } from '../../../lib/order-number.ts';

interface Props {
  /** The orders have reached this device at least once. */
  isKnown: boolean;
  station: string | null;
  last: Recallable | null;
  timezone: string;
}

export function KitchenEmpty({ isKnown, station, last, timezone }: Props) {
  if (!isKnown) {
    return (
      <div className={css.empty}>
        <CloudSync48Regular aria-hidden="true" />
        <p>
          <b>Orders have not reached this device.</b> Connect once and they stay here, also without a network.
        </p>
      </div>
    );
  }
  return (
    <div className={css.empty}>
      <CheckmarkCircle48Regular aria-hidden="true" />
      <p>
        <b>{station === null ? 'All caught up.' : `${station} is all caught up.`}</b>{' '}
        {last && `Last order #${numberOf(last.order)} went out at ${timeOf(last.leftAt, timezone)}.`}
      </p>
    </div>
  );
}
