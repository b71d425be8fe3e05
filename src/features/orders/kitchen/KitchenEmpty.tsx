import { CheckmarkCircle48Regular, CloudSync48Regular } from '@fluentui/react-icons';
import type { Order } from '../../../../contract/orders/calls.ts';
import { shortUntil } from '../../../lib/wall-clock.ts';
import { cookFrom } from './age.ts';
import css from './kitchen.module.css';
import type { Departed } from './recall.ts';
import { useTick } from './tick.ts';
import { numberOf } from '../../../lib/order-number.ts';

interface Props {
  /** The orders have been loaded at least once. */
  isKnown: boolean;
  isOnline: boolean;
  station: string | null;
  last: Departed | null;
  /** The next scheduled order whose cooking time has not come. */
  next: Order | null;
  timezone: string;
}

export function KitchenEmpty({ isKnown, isOnline, station, last, next, timezone }: Props) {
  const now = useTick((at) => Math.floor(at / 60_000)) * 60_000;
  if (!isKnown) {
    return (
      <div className={`g-row g-middle g-gap-16 g-centered g-soft ${css.empty}`}>
        <CloudSync48Regular aria-hidden="true" />
        <p>
          {isOnline ? (
            <>
              <b>Orders are on their way to this device.</b> Once here, they stay, also without a network.
            </>
          ) : (
            <>
              <b>Orders have not reached this device.</b> Connect once and they stay here, also without a network.
            </>
          )}
        </p>
      </div>
    );
  }
  return (
    <div className={`g-row g-middle g-gap-16 g-centered g-soft ${css.empty}`}>
      <CheckmarkCircle48Regular aria-hidden="true" />
      <p>
        <b>{station === null ? 'All caught up.' : `${station} is all caught up.`}</b>{' '}
        {last && `Last order #${numberOf(last.order)} went out at ${shortUntil(last.leftAt, timezone, now)}.`}{' '}
        {next && `Order #${numberOf(next)} is for later and comes ${shortUntil(cookFrom(next), timezone, now)}.`}
      </p>
    </div>
  );
}
