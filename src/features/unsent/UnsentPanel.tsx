import { CloudOff20Filled, ErrorCircle20Filled } from '@fluentui/react-icons';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { useUnsavedCount } from '../../data/current.ts';
import { useLive } from '../../data/live.ts';
import { timeOf } from '../../lib/wall-clock.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { useSyncState, type SyncState } from '../../sync/runtime/client.ts';
import { SidePanel } from '../../ui/page/SidePanel.tsx';
import { useMinute } from '../../ui/use-minute.ts';
import { describerOf } from './describe.ts';
import { DoneList } from './DoneList.tsx';
import { NeedsYou } from './NeedsYou.tsx';
import { unsentView } from './queries.ts';
import { SendNow } from './SendNow.tsx';
import css from './unsent.module.css';
import { WaitingList } from './WaitingList.tsx';

/** Unsent changes and the results of the others. Those that need a person come first. */
export function UnsentPanel({ onClose }: { onClose: () => void }) {
  const restaurant = useRestaurant();
  return restaurant && <Content restaurant={restaurant} onClose={onClose} />;
}

function Content({ restaurant, onClose }: { restaurant: Restaurant; onClose: () => void }) {
  const now = useMinute();
  const sync = useSyncState();
  const view = useLive((db) => unsentView(db, now), [now]);
  const waiting = view?.waiting.length ?? 0;
  const unsent = waiting + useUnsavedCount();
  const deadLetters = view?.deadLetters.length ?? 0;
  const describer = view && describerOf(view, restaurant, now);
  return (
    <SidePanel
      title="Unsent changes"
      summary={summary(unsent, deadLetters)}
      onClose={onClose}
      footer={<SendNow isOffline={sync?.gate === 'offline'} waiting={unsent} />}
    >
      {sync && <Gate sync={sync} timezone={restaurant.timezone} waiting={waiting} />}
      {view && describer && (
        <>
          {deadLetters > 0 && (
            <NeedsYou
              deadLetters={view.deadLetters}
              describer={describer}
              timezone={restaurant.timezone}
              onLeave={onClose}
            />
          )}
          {waiting > 0 && (
            <WaitingList
              entries={view.waiting}
              describer={describer}
              timezone={restaurant.timezone}
              onLeave={onClose}
            />
          )}
          {view.done.length > 0 && (
            <DoneList
              entries={view.done}
              hasMore={view.hasMoreDone}
              describer={describer}
              timezone={restaurant.timezone}
              onLeave={onClose}
            />
          )}
          {deadLetters + unsent + view.done.length === 0 && (
            <p className={`g-soft ${css.none}`}>
              All changes are saved. What you change without a network is listed here until it is sent.
            </p>
          )}
        </>
      )}
    </SidePanel>
  );
}

/** Why changes wait, and that they are safe. */
function Gate({ sync, timezone, waiting }: { sync: SyncState; timezone: string; waiting: number }) {
  const since = sync.since ? ` since ${timeOf(sync.since, timezone)}` : '';
  if (sync.gate === 'offline') {
    return (
      <div className={`g-flex g-gap-12 g-round-10 g-pad-12-16 ${css.notice}`}>
        <CloudOff20Filled />
        <div>
          <h3 className="g-strong g-size-14 g-warn">Offline{since}</h3>
          <p>
            {waiting > 0
              ? 'Everything below is safe on this device. It is sent in this order as soon as there is a network.'
              : 'Everything you change is kept on this device and sent as soon as there is a network.'}
          </p>
        </div>
      </div>
    );
  }
  if (sync.gate === 'backoff') {
    return (
      <div className={`g-flex g-gap-12 g-round-10 g-pad-12-16 ${css.notice}`}>
        <ErrorCircle20Filled />
        <div>
          <h3 className="g-strong g-size-14 g-warn">
            {sync.isDiskFull ? 'The server’s disk is full' : 'The server does not answer as it should'}
            {since}
          </h3>
          <p>
            Nothing is lost.{' '}
            {sync.nextTryAt ? `The next try is at ${timeOf(sync.nextTryAt, timezone)}.` : 'We try again in a moment.'}
          </p>
        </div>
      </div>
    );
  }
  return null;
}

function summary(waiting: number, deadLetters: number): string {
  const needs = deadLetters === 0 ? '' : deadLetters === 1 ? '1 needs you' : `${deadLetters} need you`;
  if (waiting === 0) return needs || 'Everything is sent';
  return [`${waiting} waiting`, needs].filter(Boolean).join(', ');
}
