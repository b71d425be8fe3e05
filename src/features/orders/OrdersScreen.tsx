import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { views } from '../../routes.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { isFirstLoad, useSyncState } from '../../sync/runtime/client.ts';
import { Page } from '../../ui/Page.tsx';
import { showFault, showToast } from '../../ui/toast.ts';
import { PHONE, useMedia } from '../../ui/use-media.ts';
import { useMinute } from '../../ui/use-minute.ts';
import { TableFooter } from '../../ui/table/TableFooter.tsx';
import table from '../../ui/table/table.module.css';
import { prefetchOrders } from './prefetch-orders.ts';
import { pageSizes } from './filters.ts';
import { useOrderActions } from './OrderActions.tsx';
import { OrderCards } from './OrderCards.tsx';
import { OrderTable } from './OrderTable.tsx';
import { OrderTabs } from './OrderTabs.tsx';
import { OrderToolbar } from './OrderToolbar.tsx';
import { BarLinks } from './BarLinks.tsx';
import css from './orders.module.css';
import { scopeOf, todayOf } from './scope.ts';
import { useOrderFilters } from './use-order-filters.ts';
import { useOrderList } from './use-order-list.ts';

const BulkBar = lazy(() => import('./BulkBar.tsx').then((module) => ({ default: module.BulkBar })));

const OrderStates = lazy(() => import('./OrderStates.tsx').then((module) => ({ default: module.OrderStates })));

const KitchenView = lazy(() => import('./kitchen/KitchenView.tsx').then((module) => ({ default: module.KitchenView })));

const CounterScreen = lazy(views.counter);

/** The owner's list of orders, all its state in the address; `?view=kitchen` is the kitchen's screen, `?view=counter` the counter's. */
export function OrdersScreen() {
  const restaurant = useRestaurant();
  const view = new URLSearchParams(useSearch()).get('view');
  // Nobody is signed in: the guard is about to show another page.
  if (!restaurant) return null;
  const View = view === 'kitchen' ? KitchenView : view === 'counter' ? CounterScreen : null;
  if (!View) return <Orders restaurant={restaurant} />;
  return (
    <Suspense>
      <View restaurant={restaurant} />
    </Suspense>
  );
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
  // Grey rows only while nothing has reached this device; what it does hold is there in the next moment.
  const isLoading = sync !== undefined && !sync.isComplete && sync.gate === 'open' && (list.rows?.length ?? 0) === 0;
  // The last order of a page has moved on, or the link is older than the list: the last page there is takes its place.
  const pages = list.total === null ? null : Math.max(1, Math.ceil(list.total / filters.limit));
  const lastPage = pages !== null && list.searching === null && filters.page > pages ? linkTo({ page: pages }) : null;
  useEffect(() => {
    if (lastPage !== null) navigate(lastPage, { replace: true });
  }, [lastPage, navigate]);
  const rows = isLoading ? null : (list.rows ?? []);
  const isBare = !isLoading && list.rows !== undefined && list.rows.length === 0 && list.searching === null;

  const save = () => {
    import('./export-orders.ts')
      .then(({ exportOrders }) => exportOrders(filters, scope, filters.date ?? todayOf(restaurant, now)))
      .then((count) =>
        showToast({
          title: `${count.toLocaleString('en-GB')} orders exported`,
          detail: 'The file is among your downloads.',
        }),
      )
      .catch(() => showFault('The orders were not exported', 'Nothing else is affected. Try once more.'));
  };

  return (
    <Page
      title="Orders"
      isFlush
      className={css.screen}
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
      <div className={table.frame}>
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
      </div>
      {floating}
    </Page>
  );
}

/** The chosen rows. Another list (tab, filter, date) has none of them chosen. */
function useChosen(list: string) {
  const [state, setState] = useState<{ list: string; ids: ReadonlySet<string> }>({ list, ids: new Set() });
  const chosen = state.list === list ? state.ids : noIds;
  const choose = (ids: string[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const id of ids)
      if (isChosen) next.add(id);
      else next.delete(id);
    setState({ list, ids: next });
  };
  return { chosen, choose, clear: () => setState({ list, ids: noIds }) };
}

const noIds: ReadonlySet<string> = new Set();
