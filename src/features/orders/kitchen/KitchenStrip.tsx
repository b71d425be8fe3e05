import { use } from 'react';
import { Clock20Regular, CloudOff24Regular, Warning24Filled } from '@fluentui/react-icons';
import { serverNow } from '../../../lib/server-now.ts';
import { shortUntil, timeOf } from '../../../lib/wall-clock.ts';
import { useSyncState } from '../../../sync/runtime/client.ts';
import { PageSlots } from '../../../ui/Page.tsx';
import css from './kitchen.module.css';
import { useTick } from './tick.ts';

/** The view asks the server at least three times in this time: silence means that something is wrong. */
const STALE_MS = 60_000;

/** The one condition that the kitchen has to know of: no network, no news, or what the shell has to say. */
export function KitchenStrip({ timezone }: { timezone: string }) {
  const { banner } = use(PageSlots);
  const state = useSyncState();
  const heard = state?.lastPullAt ? Date.parse(state.lastPullAt) : null;
  const isStale = useTick((now) => heard !== null && now - heard > STALE_MS);

  if (state?.gate === 'offline') {
    return (
      <p className={css.strip}>
        <CloudOff24Regular aria-hidden="true" />
        <span>
          <b>{state.since ? `Offline since ${shortUntil(state.since, timezone, serverNow())}.` : 'Offline.'}</b>{' '}
          <span>Keep cooking: everything you tap is kept and sent later.</span>
        </span>
        {state.waiting > 0 && (
          <b className={css.waitingCount}>
            <Clock20Regular aria-hidden="true" />
            {state.waiting} waiting
          </b>
        )}
      </p>
    );
  }
  if (isStale && heard !== null && state?.gate === 'open') {
    return (
      <p className={css.strip}>
        <Warning24Filled aria-hidden="true" />
        <span>
          <b>No news since {timeOf(heard, timezone)}.</b> <span>Newer orders may be missing here. Keep cooking.</span>
        </span>
      </p>
    );
  }
  return <div className={css.banner}>{banner}</div>;
}
