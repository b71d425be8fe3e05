import { lazy, Suspense, useState } from 'react';
import {
  Add20Regular,
  ArrowDownload20Regular,
  DocumentAdd20Regular,
  People20Regular,
  PeopleTeam20Regular,
} from '@fluentui/react-icons';
import { useLocation, useSearch } from 'wouter';
import { businessDay, businessDayRange } from '../../../contract/restaurant/business-day.ts';
import { customerSegments } from '../../../contract/customers/calls.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { ListScreen } from '../../components/ListScreen.tsx';
import { CustomerTabs } from '../../components/CustomerTabs.tsx';
import { DaySelect } from '../../components/table/DaySelect.tsx';
import { FilterChip } from '../../components/table/FilterChip.tsx';
import { useFilters } from '../../components/use-filters.ts';
import { useRows } from '../../data/live.ts';
import { addDays } from '../../lib/wall-clock.ts';
import { links } from '../../links.ts';
import { views } from '../../views.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { isFirstLoad, useSyncState } from '../../sync/runtime/client.ts';
import { humanize } from '../../ui/status-label.ts';
import { useMinute } from '../../ui/use-minute.ts';
import { CustomerCard, customerColumns } from './customer-columns.tsx';
import { chosenCustomers, customerStatuses, readCustomerFilters, writeCustomerFilters } from './customer-filters.ts';
import { Figures } from './Figures.tsx';
import { figuresOf } from './figures.ts';
import { segmentLabels } from '../../lib/segment-labels.ts';
import { allCustomers, type CustomerRow } from './queries.ts';
import { exportCsv } from '../../../contract/customers/calls.ts';
import { importCustomers } from '../../../contract/customers/import-calls.ts';
import { useMayCall } from '../../session/use-may.ts';

const CustomerPanel = lazy(() => import('./CustomerPanel.tsx').then((module) => ({ default: module.CustomerPanel })));

const CustomerForm = lazy(() => import('./CustomerForm.tsx').then((module) => ({ default: module.CustomerForm })));
const SegmentRules = lazy(() => import('./SegmentRules.tsx').then((module) => ({ default: module.SegmentRules })));
const ImportScreen = lazy(() =>
  import('./import/ImportScreen.tsx').then((module) => ({ default: module.ImportScreen })),
);
const PromotionsScreen = lazy(views.promotions);

/** The period of the figures, days, as in the API. */
const FIGURES_DAYS = 30;

const statuses = customerStatuses.map((status) => [status, humanize(status)] as const);
const segments = customerSegments.map((segment) => [segment, segmentLabels[segment]] as const);

const numbers = [['shared', 'Shared with another']] as const;

/**
 * The list of customers and chat partners. `?customer=` opens one beside it, `?import=` an import in its place; `?tab=promotions` are the
 * promotions.
 */
export function CustomersScreen() {
  const restaurant = useRestaurant();
  const search = new URLSearchParams(useSearch());
  const importId = search.get('import');
  const mayImport = useMayCall(importCustomers);
  if (!restaurant) return null;
  if (search.get('tab') === 'promotions')
    return (
      <Suspense>
        <PromotionsScreen restaurant={restaurant} />
      </Suspense>
    );
  if (importId === null || !mayImport) return <Customers restaurant={restaurant} />;
  return (
    <Suspense>
      <ImportScreen key={importId} restaurant={restaurant} importId={importId === 'new' ? null : importId} />
    </Suspense>
  );
}

function Customers({ restaurant }: { restaurant: Restaurant }) {
  const [, navigate] = useLocation();
  const open = new URLSearchParams(useSearch()).get('customer');
  const now = useMinute();
  const sync = useSyncState();
  const { filters, change, linkTo } = useFilters(readCustomerFilters, writeCustomerFilters);
  const all = useRows('customers', allCustomers, []);
  const { timezone, business_day_cutoff_time: cutoff } = restaurant;
  const today = businessDay(new Date(now), timezone, cutoff);
  const [first = '', last = first] = (filters.date ?? '').split('..');
  const came = filters.date ? businessDayRange(first, timezone, cutoff, last) : null;
  const month = businessDayRange(addDays(today, 1 - FIGURES_DAYS), timezone, cutoff);
  const list = linkTo({ page: filters.page });
  const [overlay, setOverlay] = useState<'add' | 'segments' | null>(null);
  const matching = chosenCustomers(all ?? [], filters, came, now);
  const look = {
    timezone,
    now,
    linkTo: (customerId: string) => `${list}${list.includes('?') ? '&' : '?'}customer=${customerId}`,
  };
  const add = { label: 'Add customer', icon: <Add20Regular />, onDo: () => setOverlay('add') };
  const save = (rows: readonly CustomerRow[]) =>
    void import('./export-customers.ts').then(({ exportCustomers }) => exportCustomers(rows, restaurant));
  const mayImport = useMayCall(importCustomers);
  const mayExport = useMayCall(exportCsv);
  const hasRows = all !== undefined && all.length > 0;
  return (
    <ListScreen
      nouns={{ one: 'customer', many: 'customers' }}
      main={hasRows ? add : null}
      more={[
        ...(mayImport
          ? [
              {
                label: 'Import customers',
                icon: <DocumentAdd20Regular />,
                onDo: () => navigate(links.customers({ import: 'new' })),
              },
            ]
          : []),
        ...(mayExport
          ? [
              {
                label: `Export all (${all?.length ?? 0})`,
                icon: <ArrowDownload20Regular />,
                isDisabled: !hasRows,
                onDo: () => save(all ?? []),
              },
            ]
          : []),
        ...(mayExport && matching.length < (all?.length ?? 0)
          ? [
              {
                label: `Export these (${matching.length})`,
                icon: <ArrowDownload20Regular />,
                isDisabled: matching.length === 0,
                onDo: () => save(matching),
              },
            ]
          : []),
        {
          label: 'What the segments mean',
          icon: <PeopleTeam20Regular />,
          onDo: () => setOverlay('segments'),
        },
      ]}
      all={all}
      matching={matching}
      filters={filters}
      change={change}
      placeholder="Name, phone, e-mail or tag"
      chips={
        <>
          <FilterChip
            name="Status"
            choices={statuses}
            chosen={filters.statuses}
            onChange={(chosen) => change({ statuses: chosen })}
          />
          <FilterChip
            name="Segment"
            choices={segments}
            chosen={filters.segments}
            onChange={(chosen) => change({ segments: chosen })}
          />
          <FilterChip
            name="Number"
            choices={numbers}
            chosen={filters.isShared ? ['shared'] : []}
            onChange={(chosen) => change({ isShared: chosen.length > 0 })}
          />
          <DaySelect label="First order" date={filters.date} today={today} onChange={(date) => change({ date })} />
        </>
      }
      words={[
        ...filters.statuses.map(humanize),
        ...segments.flatMap(([segment, label]) => (filters.segments.includes(segment) ? [label] : [])),
        filters.isShared && 'a shared number',
        filters.date && 'those days',
      ]}
      cleared={{ statuses: [], segments: [], isShared: false, date: null }}
      empty={{
        icon: <People20Regular />,
        title: 'No customers yet',
        hint: 'They appear here with their first order or their first message. Add one yourself, or import your list.',
        action: add,
      }}
      columns={customerColumns(look)}
      renderCard={(customer) => <CustomerCard key={customer.id} customer={customer} look={look} />}
      above={<CustomerTabs current="customers" />}
      figures={
        hasRows && (
          <Figures figures={isFirstLoad(sync) ? null : figuresOf(all, month.from)} days={`${FIGURES_DAYS} days`} />
        )
      }
    >
      {overlay === 'segments' && (
        <Suspense>
          <SegmentRules onClose={() => setOverlay(null)} />
        </Suspense>
      )}
      {overlay === 'add' && (
        <Suspense>
          <CustomerForm customer={null} onAdded={(id) => navigate(look.linkTo(id))} onClose={() => setOverlay(null)} />
        </Suspense>
      )}
      {open !== null && (
        <Suspense>
          <CustomerPanel
            key={open}
            customerId={open}
            restaurant={restaurant}
            now={now}
            onClose={() => navigate(list)}
          />
        </Suspense>
      )}
    </ListScreen>
  );
}
