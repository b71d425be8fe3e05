import { Button } from '@fluentui/react-components';
import { Receipt20Regular } from '@fluentui/react-icons';
import { ListState } from '../../../components/ListState.tsx';
import { NotHere } from '../../../components/NotHere.tsx';
import { useLive } from '../../../data/live.ts';
import { useSyncState } from '../../../sync/runtime/client.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { isByDue, narrows, tabPatch, type OrderFilters } from './filters.ts';
import type { ChangeFilters } from './use-order-filters.ts';
import { statusLabel } from '../../../ui/status-label.ts';
import { paymentLabel } from '../labels.ts';
import { sourceLabel, typeLabel } from '../../../ui/order-label.ts';

interface Props {
  filters: OrderFilters;
  /** Orders within the dates, before the filters; null while they are counted. */
  inRange: number | null;
  dateWords: string;
  change: ChangeFilters;
}

/** Shown in place of rows: not loaded yet, none yet, or none found. The table's frame never moves. */
export function OrderStates({ filters, inRange, dateWords, change }: Props) {
  const sync = useSyncState();
  const present = useLive((db) => db.orders.limit(1).count(), []);
  if (sync === undefined || present === undefined) return null;
  if (present === 0 && !sync.isComplete)
    return sync.gate === 'offline' || sync.gate === 'backoff' ? (
      <NotHere title="Orders have not reached this device" listed="orders" />
    ) : null;
  if (present === 0) {
    return (
      <EmptyState icon={<Receipt20Regular />} title="No orders yet">
        New orders appear here.
      </EmptyState>
    );
  }
  if (filters.status === 'open' && !narrows(filters) && filters.date === null) {
    return (
      <EmptyState
        icon={<Receipt20Regular />}
        title="No open orders"
        actions={<Button onClick={() => change(tabPatch(filters, everyOrder))}>Show all today</Button>}
      >
        Every order is completed or closed. A new one appears here the moment it comes in.
      </EmptyState>
    );
  }
  if (filters.isForLater && !narrows(filters)) {
    return (
      <EmptyState icon={<Receipt20Regular />} title="No orders for later">
        What is ordered for another time stands here until it is cooked. The kitchen sees it when it is time to begin.
      </EmptyState>
    );
  }
  if (narrows(filters) || (filters.status && inRange))
    return <NoMatch filters={filters} inRange={inRange} dateWords={dateWords} change={change} />;
  return (
    <EmptyState
      icon={<Receipt20Regular />}
      title={filters.date === null ? 'No orders today' : `No orders: ${dateWords}`}
      actions={
        <Button onClick={() => change({ ...tabPatch(filters, everyOrder), date: 'all' })}>Show all dates</Button>
      }
    >
      {filters.date === null ? 'New orders appear here.' : 'Pick another date, or look at all of them.'}
    </EmptyState>
  );
}

const everyOrder = { status: null, isForLater: false };
const noWords = { search: '', types: [], payments: [], sources: [] };

const tabWord = (tab: NonNullable<OrderFilters['status']>) =>
  tab === 'closed' ? 'Rejected & cancelled' : tab === 'open' ? 'Open' : statusLabel(tab);

function NoMatch({ filters, inRange, dateWords, change }: Props) {
  const words = [
    filters.search.trim() && `“${filters.search.trim()}”`,
    filters.status && tabWord(filters.status),
    ...filters.types.map(typeLabel),
    ...filters.payments.map(paymentLabel),
    ...filters.sources.map(sourceLabel),
  ];
  const clear = isByDue(filters) ? noWords : { status: null, ...noWords };
  return (
    <ListState
      nouns={{ one: 'order', many: 'orders' }}
      present={inRange}
      words={words}
      within={`(${dateWords})`}
      onClear={() => change(clear)}
      wider={
        filters.date !== 'all' && (
          <Button appearance="transparent" onClick={() => change({ ...tabPatch(filters, everyOrder), date: 'all' })}>
            Search all dates
          </Button>
        )
      }
      empty={null}
    />
  );
}
