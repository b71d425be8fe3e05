import { Food20Regular, Receipt20Regular } from '@fluentui/react-icons';
import { Link } from 'wouter';
import type { Order } from '../../../contract/orders/calls.ts';
import { numberOf } from '../../lib/order-number.ts';
import { links } from '../../links.ts';
import { NotHere } from '../../components/NotHere.tsx';
import { useSyncState } from '../../sync/runtime/client.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { SkeletonRows } from '../../ui/page/SkeletonRows.tsx';
import { statusLabel } from '../../ui/status-label.ts';

/** Shown in place of the dishes: loading, not loaded, or none. */
export function CounterStates() {
  const sync = useSyncState();
  if (!sync) return null;
  if (!sync.isComplete && sync.gate !== 'open')
    return (
      <NotHere
        title="The menu has not reached this device"
        listed="menu"
        hint="Connect once, and orders can be taken here without a network, too."
      />
    );
  if (!sync.isComplete)
    return (
      <div className="g-pad-16">
        <SkeletonRows rows={6} rowHeight={84} label="Loading the menu" />
      </div>
    );
  return (
    <EmptyState icon={<Food20Regular />} title="No dishes yet" actions={<Link href={links.menu()}>Open the menu</Link>}>
      Add dishes to a menu; then orders are taken here.
    </EmptyState>
  );
}

/** Shown for an order that can no longer be corrected or is not on this device. */
export function TooLate({ order }: { order: Order | null }) {
  if (!order) {
    return (
      <EmptyState
        icon={<Receipt20Regular />}
        title="This order is not on this device"
        actions={<Link href={links.orders()}>All orders</Link>}
      >
        It may have been deleted, or it is older than what is kept here.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<Receipt20Regular />}
      tone="warn"
      title={`Order #${numberOf(order)} is ${statusLabel(order.order_status).toLowerCase()}`}
      actions={<Link href={links.order(order.id)}>Open #{numberOf(order)}</Link>}
    >
      An order can be changed until it is ready. To change one that is ready, recall it first.
    </EmptyState>
  );
}
