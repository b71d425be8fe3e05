import { lazy, Suspense } from 'react';
import { useLocation, useSearch } from 'wouter';
import { businessDay, businessDayRange } from '../../../contract/restaurant/business-day.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { useRows } from '../../data/live.ts';
import { addDays } from '../../lib/wall-clock.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { isFirstLoad, useSyncState } from '../../sync/runtime/client.ts';
import { Page } from '../../ui/Page.tsx';
import { FilterChip } from '../../ui/table/FilterChip.tsx';
import { SearchField } from '../../ui/table/SearchField.tsx';
import table from '../../ui/table/table.module.css';
import { TableFooter } from '../../ui/table/TableFooter.tsx';
import { PHONE, useMedia } from '../../ui/use-media.ts';
import { useMinute } from '../../ui/use-minute.ts';
import { humanize } from '../../ui/status-label.ts';
import { LastOrderSelect } from './LastOrderSelect.tsx';
import { CustomerCards } from './CustomerCards.tsx';
import {
  chosenCustomers,
  customerPageSizes,
  customerStatuses,
  readCustomerFilters,
  writeCustomerFilters,
  type CustomerFilters,
} from './customer-filters.ts';
import { CustomerStates } from './CustomerStates.tsx';
import { CustomerTable } from './CustomerTable.tsx';
import css from './customers.module.css';
import { Figures } from './Figures.tsx';
import { figuresOf } from './figures.ts';
import { allCustomers } from './queries.ts';

const CustomerPanel = lazy(() => import('./CustomerPanel.tsx').then((module) => ({ default: module.CustomerPanel })));

/** Of which days the figures are, as the API's. */
const FIGURES_DAYS = 30;

const statuses = customerStatuses.map((status) => [status, humanize(status)] as const);

/** Who orders and who writes. `?customer=` opens one of them beside the list. */
export function CustomersScreen() {
  const restaurant = useRestaurant();
  return restaurant ? <Customers restaurant={restaurant} /> : null;
}

function Customers({ restaurant }: { restaurant: Restaurant }) {
  const [path, navigate] = useLocation();
  const query = useSearch();
  const now = useMinute();
  const sync = useSyncState();
  const isPhone = useMedia(PHONE);
  const filters = readCustomerFilters(query);
  const open = new URLSearchParams(query).get('customer');
  const all = useRows('customers', allCustomers, []);
  const isLoading =
    all === undefined || (all.length === 0 && sync !== undefined && !sync.isComplete && sync.gate === 'open');
  const { timezone, business_day_cutoff_time: cutoff } = restaurant;
  const today = businessDay(new Date(now), timezone, cutoff);
  const [first = '', last = first] = (filters.date ?? '').split('..');
  const matching = chosenCustomers(
    all ?? [],
    filters,
    filters.date ? businessDayRange(first, timezone, cutoff, last) : null,
  );
  const month = businessDayRange(addDays(today, 1 - FIGURES_DAYS), timezone, cutoff);
  // The last customer of a page may be gone: the last page there is takes its place.
  const page = Math.min(filters.page, Math.max(1, Math.ceil(matching.length / filters.limit)));
  const rows = isLoading ? null : matching.slice((page - 1) * filters.limit, page * filters.limit);
  const change = (patch: Partial<CustomerFilters>, options?: { replace?: boolean }) =>
    navigate(path + writeCustomerFilters({ ...filters, page: 1, ...patch }), options);
  const linkTo = (customerId: string) => {
    const own = writeCustomerFilters({ ...filters, page });
    return `${path}${own === '' ? '?' : `${own}&`}customer=${customerId}`;
  };
  const List = isPhone ? CustomerCards : CustomerTable;
  return (
    <Page
      title="Customers"
      isFlush
      className={css.screen}
      footer={
        <TableFooter
          page={page}
          limit={filters.limit}
          total={isLoading ? null : matching.length}
          isLoading={isFirstLoad(sync)}
          sizes={customerPageSizes}
          onPage={(next) => change({ page: next })}
          onLimit={(limit) => change({ limit })}
        />
      }
    >
      {!isLoading && all.length > 0 && (
        <Figures figures={isFirstLoad(sync) ? null : figuresOf(all, month.from)} days={`${FIGURES_DAYS} days`} />
      )}
      <div className={css.toolbar} role="search" aria-label="Customers">
        <SearchField
          className={css.search}
          label="Search customers"
          placeholder="Name, phone, e-mail or tag"
          search={filters.search}
          onSearch={(search) => change({ search }, { replace: true })}
        />
        <div className={table.chips}>
          <FilterChip
            name="Status"
            choices={statuses}
            chosen={filters.statuses}
            onChange={(chosen) => change({ statuses: chosen })}
          />
          <LastOrderSelect date={filters.date} today={today} onChange={(date) => change({ date })} />
        </div>
      </div>
      <div className={table.frame}>
        <List
          rows={rows}
          timezone={restaurant.timezone}
          now={now}
          linkTo={linkTo}
          sort={filters.sort}
          onSort={(sort) => change({ sort })}
        />
        {!isLoading && matching.length === 0 && (
          <CustomerStates
            filters={filters}
            total={all.length}
            onClear={() => change({ search: '', statuses: [], date: null })}
          />
        )}
      </div>
      {open !== null && (
        <Suspense>
          <CustomerPanel
            key={open}
            customerId={open}
            restaurant={restaurant}
            now={now}
            onClose={() => navigate(path + writeCustomerFilters({ ...filters, page }))}
          />
        </Suspense>
      )}
    </Page>
  );
}
