import { use } from 'react';
import { Clock20Regular, CloudOff24Regular, Warning24Filled } from '@fluentui/react-icons';
import { serverNow } from '../../../lib/server-now.ts';
import { shortUntil, timeOf } from '../../../lib/wall-clock.ts';
import { useSyncState } from '../../../sync/runtime/client.ts';
import { PageSlots } from '../../../ui/page/Page.tsx';
import css from './kitchen.module.css';
import { useTick } from './tick.ts';

/** The view pulls at least three times in this period, so silence means that something is wrong. */
const STALE_MS = 60_000;

/** The one problem that the kitchen must know of: no network, no news from the server, or a message of the shell. */
export function KitchenStrip({ timezone }: { timezone: string }) {
  const { banner } = use(PageSlots);
  const state = useSyncState();
  const heard = state?.lastPullAt ? Date.parse(state.lastPullAt) : null;
  const isStale = useTick((now) => heard !== null && now - heard > STALE_MS);

  if (state?.gate === 'offline') {
    return (
      <p className={`g-bar g-ink g-tall-48 g-pad-8-16 ${css.strip}`}>
        <CloudOff24Regular aria-hidden="true" />
        <span>
          <b>{state.since ? `Offline since ${shortUntil(state.since, timezone, serverNow())}.` : 'Offline.'}</b>{' '}
          <span>
            {heard !== null &&
              `Last heard from the others ${shortUntil(heard, timezone, serverNow())}: newer orders may be missing. `}
            Keep cooking: taps are sent later.
          </span>
        </span>
        {state.waiting > 0 && (
          <b className="g-row g-push g-gap-8 g-nowrap">
            <Clock20Regular aria-hidden="true" />
            {state.waiting} waiting
          </b>
        )}
      </p>
    );
  }
  if (isStale && heard !== null) {
    return (
      <p className={`g-bar g-ink g-tall-48 g-pad-8-16 ${css.strip}`}>
        <Warning24Filled aria-hidden="true" />
        <span>
          <b>No news since {timeOf(heard, timezone)}.</b> <span>Newer orders may be missing here. Keep cooking.</span>
        </span>
      </p>
    );
  }
  return <div className={`g-rigid ${css.banner}`}>{banner}</div>;
}
