import { lazy, Suspense, use, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { useRows } from '../../../data/live.ts';
import { links } from '../../../links.ts';
import { wakeWorker, useSyncState } from '../../../sync/runtime/client.ts';
import { useBusy } from '../../../ui/busy.ts';
import { classes } from '../../../ui/classes.ts';
import { kitchenDensity } from '../../../ui/density.ts';
import { PageSlots } from '../../../ui/page/Page.tsx';
import { useTitle } from '../../../ui/page/title.ts';
import { allItems, categories, modifierGroups, offeredGroups } from '../../menu/queries.ts';
import type { Step } from '../steps/steps.ts';
import { AllDay } from './AllDay.tsx';
import { Board, type BoardPlace } from './Board.tsx';
import { KitchenBar } from './KitchenBar.tsx';
import { KitchenEmpty } from './KitchenEmpty.tsx';
import css from './kitchen.module.css';
import { KitchenStrip } from './KitchenStrip.tsx';
import { completedOrders, cookingOrders, joined, readyOrders } from './queries.ts';
import { departed, recallable } from './recall.ts';
import type { KitchenOrder } from './Ticket.tsx';
import { actOf } from './ticket-act.ts';
import { useTick } from './tick.ts';
import { isAhead, isNew, stationsOf, ticketsAt } from './tickets.ts';
import { kitchenNameOf } from './labels.ts';
import { totalsOf } from './totals.ts';
import { UndoBar } from './UndoBar.tsx';
import { useActions } from './use-actions.ts';

const LaterDrawer = lazy(() => import('./LaterDrawer.tsx').then((module) => ({ default: module.LaterDrawer })));
const RejectDrawer = lazy(() => import('./RejectDrawer.tsx').then((module) => ({ default: module.RejectDrawer })));
const RecallDrawer = lazy(() => import('./RecallDrawer.tsx').then((module) => ({ default: module.RecallDrawer })));

const ASK_MS = 20_000;

const reject: Step = { label: 'Reject', order_status: 'rejected', kind: 'close', needsReason: true };

/** The kitchen view: what is to be cooked, oldest first, readable from 1.5 m and usable with wet hands. Reads only this device's rows. */
export function KitchenView({ restaurant }: { restaurant: Restaurant }) {
  useTitle('Kitchen');
  useNews();
  const { update } = use(PageSlots);
  const [, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch()).get('station');
  const cooking = useRows('orders', cookingOrders, []);
  const ready = useRows('orders', readyOrders, []);
  const completed = useRows('orders', completedOrders, []);
  const orders = useMemo(() => cooking && joined(cooking, ready, completed), [cooking, ready, completed]);
  const items = useRows('menu_items', (db) => allItems(db), []);
  const groups = useRows('modifier_groups', (db) => modifierGroups(db), []);
  const sync = useSyncState();
  const minute = useTick((now) => Math.floor(now / 60_000)) * 60_000;
  const [isRecallOpen, setIsRecallOpen] = useState(false);
  const [isLaterOpen, setIsLaterOpen] = useState(false);
  const [refusing, setRefusing] = useState<KitchenOrder | null>(null);
  const { told, tell, clear, onUndo, onAct, onStrike, onRecall } = useActions(sync?.gate === 'open', restaurant);

  const queued = useMemo(() => (orders ?? []).filter((order) => !isAhead(order, minute)), [orders, minute]);
  const later = useMemo(
    () => ticketsAt(orders ?? [], null).filter((order) => isAhead(order, minute)),
    [orders, minute],
  );
  const menuCategories = useRows('menu_categories', (db) => categories(db), []);
  const stations = useMemo(
    () =>
      stationsOf(
        queued,
        menuCategories?.map(({ kitchen_station: name }) => name),
      ),
    [queued, menuCategories],
  );
  // The tablet keeps its station when the station's last order is gone.
  const station = asked;
  const known =
    station === null || stations.some(({ name }) => name === station)
      ? stations
      : [...stations, { name: station, count: 0 }];
  const all = useMemo(() => ticketsAt(queued, null), [queued]);
  const tickets = useMemo(() => ticketsAt(queued, station), [queued, station]);
  useBusy(all.length > 0);
  const itemsById = useMemo(() => new Map((items ?? []).map((item) => [item.id, item])), [items]);
  const groupsById = useMemo(() => offeredGroups(groups ?? [], itemsById), [groups, itemsById]);
  const board = useRef<BoardPlace>(null);
  const fresh = tickets.filter(isNew);
  const totals = totalsOf(all, station, (line) => kitchenNameOf(line, itemsById.get(line.menu_item_id ?? '')));
  const { timezone } = restaurant;
  const gone = useMemo(() => departed(orders ?? []), [orders]);
  const recallables = recallable(gone, restaurant, minute);

  return (
    <main id="content" className={classes('g-flex g-low g-relative g-ink', css.kitchen, kitchenDensity)}>
      <h1 className="g-hidden">Kitchen</h1>
      <KitchenBar
        stations={known}
        all={all.length}
        current={station}
        onStation={(name) => navigate(links.orders({ view: 'kitchen', station: name ?? undefined }), { replace: true })}
        fresh={fresh.length}
        onFresh={() => fresh[0] && board.current?.goTo(fresh[0].id)}
        timezone={timezone}
      />
      <KitchenStrip timezone={timezone} />
      {/* Not while there are tickets: it would move them, and a tap on it would leave them. */}
      {orders && all.length === 0 && update}
      <Board
        place={board}
        tickets={tickets}
        orders={orders}
        station={station}
        items={itemsById}
        groups={groupsById}
        restaurant={restaurant}
        onAct={onAct}
        onStrike={onStrike}
        onReject={setRefusing}
        onTold={tell}
        keys={{
          recall: () => setIsRecallOpen(true),
          undo: onUndo,
          escape: clear,
        }}
        empty={
          orders && (
            <KitchenEmpty
              isKnown={sync?.isComplete !== false || orders.length > 0}
              isOnline={sync?.gate === 'open'}
              station={station}
              last={gone[0] ?? null}
              next={later[0] ?? null}
              timezone={timezone}
            />
          )
        }
      />
      <AllDay
        totals={totals}
        laterCount={later.length}
        onLater={() => setIsLaterOpen(true)}
        recallCount={recallables.length}
        onRecall={() => setIsRecallOpen(true)}
      />
      {/* Over the strip, never over a ticket's button. */}
      <UndoBar told={told} onClose={clear} />
      {refusing && (
        <Suspense fallback={null}>
          <RejectDrawer
            order={refusing}
            onReject={(reason) => onAct(refusing, { kind: 'step', step: reject, reason })}
            onClose={() => setRefusing(null)}
          />
        </Suspense>
      )}
      {isLaterOpen && (
        <Suspense fallback={null}>
          <LaterDrawer
            orders={later}
            timezone={timezone}
            onStart={(order) => {
              const act = actOf(order, null, restaurant);
              if (act) onAct(order, act);
            }}
            onClose={() => setIsLaterOpen(false)}
          />
        </Suspense>
      )}
      {isRecallOpen && (
        <Suspense fallback={null}>
          <RecallDrawer
            list={recallables}
            timezone={timezone}
            onRecall={onRecall}
            onClose={() => setIsRecallOpen(false)}
          />
        </Suspense>
      )}
    </main>
  );
}

/** Pulls regularly: pokes may be lost, and a kitchen must not wait a minute for an order. */
function useNews(): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') wakeWorker();
    }, ASK_MS);
    return () => clearInterval(timer);
  }, []);
}
