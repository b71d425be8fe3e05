import { Button } from '@fluentui/react-components';
import {
  ArrowSync20Regular,
  CloudOff20Regular,
  ErrorCircle20Regular,
  People20Regular,
  Search20Regular,
} from '@fluentui/react-icons';
import { tryNow, useSyncState } from '../../sync/runtime/client.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { humanize } from '../../ui/status-label.ts';
import type { CustomerFilters } from './customer-filters.ts';

interface Props {
  filters: CustomerFilters;
  /** Customers without the filters. */
  total: number;
  onClear: () => void;
}

/** Stands where customers would stand: not reached yet, none yet, none found. */
export function CustomerStates({ filters, total, onClear }: Props) {
  const sync = useSyncState();
  if (total > 0) {
    const words = [
      filters.search.trim() && `“${filters.search.trim()}”`,
      ...filters.statuses.map(humanize),
      filters.date && 'those days',
    ];
    return (
      <EmptyState
        icon={<Search20Regular />}
        title={`No customer matches ${words.filter(Boolean).join(', ')}`}
        actions={<Button onClick={onClear}>Clear filters</Button>}
      >
        {total === 1 ? '1 customer is' : `${total.toLocaleString('en-GB')} customers are`} hidden by these filters.
      </EmptyState>
    );
  }
  if (sync === undefined) return null;
  if (sync.isComplete) {
    return (
      <EmptyState icon={<People20Regular />} title="No customers yet">
        They appear here with their first order or their first message.
      </EmptyState>
    );
  }
  const again = (
    <Button icon={<ArrowSync20Regular />} onClick={tryNow}>
      Try again
    </Button>
  );
  if (sync.gate === 'backoff') {
    return (
      <EmptyState
        icon={<ErrorCircle20Regular />}
        tone="bad"
        title="The server could not list the customers"
        actions={again}
      >
        Nothing is lost. We try again in a moment.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<CloudOff20Regular />} tone="warn" title="Customers have not reached this device" actions={again}>
      Connect once and they stay here, also without a network.
    </EmptyState>
  );
}
