import { lazy, Suspense, useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { views } from '../../views.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { isFirstLoad, useSyncState } from '../../sync/runtime/client.ts';
import { shortDate } from '../../lib/wall-clock.ts';
import { showFault, showToast } from '../../ui/page/toast.ts';
import { PHONE, useMedia } from '../../ui/use-media.ts';
import { useMinute } from '../../ui/use-minute.ts';
import { TableFooter } from '../../components/table/TableFooter.tsx';
import { ListFrame, ListPage } from '../../components/ListPage.tsx';
import { useChosen } from '../../components/use-chosen.ts';
import { prefetchOrders } from './list/prefetch-orders.ts';
import { pageSizes } from './list/filters.ts';
import { useOrderActions } from './steps/OrderActions.tsx';
import { OrderCards } from './list/OrderCards.tsx';
import { OrderTable } from './list/OrderTable.tsx';
import { OrderTabs } from './list/OrderTabs.tsx';
import { OrderToolbar } from './list/OrderToolbar.tsx';
import { BarLinks } from './list/BarLinks.tsx';
import { scopeOf, todayOf } from './list/scope.ts';
import { useOrderFilters } from './list/use-order-filters.ts';
import { useOrderList } from './list/use-order-list.ts';

const BulkBar = lazy(() => import('./list/BulkBar.tsx').then((module) => ({ default: module.BulkBar })));

const OrderStates = lazy(() => import('./list/OrderStates.tsx').then((module) => ({ default: module.OrderStates })));

const KitchenView = lazy(() => import('./kitchen/KitchenView.tsx').then((module) => ({ default: module.KitchenView })));

const CounterScreen = lazy(views.counter);

const ReservationsScreen = lazy(views.reservations);

const TakePaymentDialog = lazy(() =>
  import('./detail/TakePaymentDialog.tsx').then((module) => ({ default: module.TakePaymentDialog })),
);

const PrintPanel = lazy(() => import('./print/PrintPanel.tsx').then((module) => ({ default: module.PrintPanel })));

/** What the point of sale has from here. */
const counterParts = { TakePaymentDialog, PrintPanel };

/**
 * The owner's list of orders, with all its state in the address. `?view=kitchen` is the kitchen view, `?view=counter` the point of
 * sale, `?view=reservations` the reservations.
 */
export function OrdersScreen() {
  const restaurant = useRestaurant();
  const view = new URLSearchParams(useSearch()).get('view');
  // Nobody is signed in: the guard is about to redirect.
  if (!restaurant) return null;
  if (view === 'kitchen')
    return (
      <Suspense>
        <KitchenView restaurant={restaurant} />
      </Suspense>
    );
  if (view === 'counter')
    return (
      <Suspense>
        <CounterScreen restaurant={restaurant} parts={counterParts} />
      </Suspense>
    );
  if (view === 'reservations')
    return (
      <Suspense>
        <ReservationsScreen restaurant={restaurant} />
      </Suspense>
    );
  return <Orders restaurant={restaurant} />;
}

OrdersScreen.ahead = prefetchOrders;

function Orders({ restaurant }: { restaurant: Restaurant }) {
  const now = useMinute();
  const isPhone = useMedia(PHONE);
  const sync = useSyncState();
  const [, navigate] = useLocation();
  const { filters, change, linkTo } = useOrderFilters();
  const scope = scopeOf(filters, restaurant, now);
  const list = useOrderList(filters, scope);
  const isCounting = isFirstLoad(sync);
  const { onStep, onMore, floating } = useOrderActions({ restaurant, now });
  const { chosen, choose, clear } = useChosen(linkTo({ page: 0 }));
  const List = isPhone ? OrderCards : OrderTable;
  // Show placeholders only while nothing is on this device; stored rows appear a moment later.
  const isLoading = sync !== undefined && !sync.isComplete && sync.gate === 'open' && (list.rows?.length ?? 0) === 0;
  // The last order of a page may have moved, or the link is older than the list, so use the last existing page.
  const pages = list.total === null ? null : Math.max(1, Math.ceil(list.total / filters.limit));
  const lastPage = pages !== null && list.searching === null && filters.page > pages ? linkTo({ page: pages }) : null;
  useEffect(() => {
    if (lastPage !== null) navigate(lastPage, { replace: true });
  }, [lastPage, navigate]);
  const rows = isLoading ? null : (list.rows ?? []);
  const isBare = !isLoading && list.rows !== undefined && list.rows.length === 0 && list.searching === null;

  const save = () => {
    import('./list/export-orders.ts')
      .then(({ exportOrders }) => exportOrders(filters, scope, filters.date ?? todayOf(restaurant, now), restaurant))
      .then(({ count, missingUntil }) =>
        showToast({
          title: `${count.toLocaleString('en-GB')} orders exported`,
          detail:
            missingUntil === null
              ? 'The file is among your downloads.'
              : `Orders up to ${shortDate(missingUntil, restaurant.timezone, now)} are not in the file: only the server has them. Export again when you are connected.`,
        }),
      )
      .catch(() => showFault('The orders were not exported', 'Nothing else is affected. Try once more.'));
  };

  return (
    <ListPage
      title="Orders"
      actions={<BarLinks />}
      footer={
        <TableFooter
          page={filters.page}
          limit={filters.limit}
          total={isLoading ? null : list.total}
          isLoading={isCounting}
          sizes={pageSizes}
          onPage={(page) => change({ page })}
          onLimit={(limit) => change({ limit })}
          note={list.searching === null ? undefined : `searching, ${list.searching.toLocaleString('en-GB')} looked at`}
        />
      }
    >
      <OrderTabs
        filters={filters}
        open={isCounting ? null : list.open}
        later={isCounting ? null : list.later}
        counts={isCounting ? null : list.counts}
        linkTo={linkTo}
      />
      {chosen.size > 0 ? (
        <Suspense>
          <BulkBar
            chosen={chosen}
            allIds={list.allIds}
            restaurant={restaurant}
            now={now}
            onChoose={choose}
            onClear={clear}
          />
        </Suspense>
      ) : (
        <OrderToolbar
          filters={filters}
          change={change}
          dateWords={scope.words}
          today={todayOf(restaurant, now)}
          canExport={(list.total ?? 0) > 0}
          onExport={save}
        />
      )}
      <ListFrame>
        <List
          rows={rows}
          restaurant={restaurant}
          now={now}
          today={scope.today}
          sort={filters.sort}
          onSort={(sort) => change({ sort })}
          chosen={chosen}
          onChoose={choose}
          onStep={onStep}
          onMore={onMore}
        />
        {isBare && (
          <Suspense>
            <OrderStates filters={filters} inRange={list.inRange} dateWords={scope.words} change={change} />
          </Suspense>
        )}
      </ListFrame>
      {floating}
    </ListPage>
  );
}
