import { eventsOf } from './order-status.ts';
import { reservationEvents } from './reservation.ts';
import type { Row } from './verdict.ts';

const availability = ['availability_status', 'availability_reason', 'unavailable_until', 'availability_changed_at'];

const fields: Record<string, string[]> = {
  orders: [
    'order_status',
    'order_type',
    'accepted_at',
    'preparing_at',
    'ready_at',
    'picked_up_at',
    'completed_at',
    'rejected_at',
    'cancelled_at',
    'rejection_reason',
    'cancellation_reason',
    'seen_at',
  ],
  restaurants: ['ordering_status', 'extra_prep_minutes', 'ordering_changed_at'],
  menu_items: availability,
  chats: ['read_upto', 'is_paused', 'pause_changed_at'],
  inventory_items: ['quantity', 'opening_quantity', 'stock_status'],
  reservations: [
    'reservation_status',
    'guests_count',
    'starts_at',
    'ends_at',
    'table_ids',
    'staff_note',
    'arrived_at',
    'seated_at',
    'completed_at',
    'cancelled_at',
    'decline_reason',
  ],
};

/** The part of a row that the rules decide, in a comparable form. */
export function judgedOf(table: string, row: Row): Row {
  const judged: Row = Object.fromEntries((fields[table] ?? []).map((name) => [name, row[name] ?? null]));
  const parts = table === 'menu_items' ? 'variants' : table === 'modifier_groups' ? 'modifiers' : null;
  if (parts)
    judged[parts] = ((row[parts] ?? []) as Row[]).map((part) =>
      Object.fromEntries(['id', ...availability].map((name) => [name, part[name] ?? null])),
    );
  if (table === 'inventory_items')
    judged['movements'] = ((row['recent_movements'] ?? []) as Row[]).map((one) =>
      ['id', 'occurred_at', 'quantity_change', 'counted_quantity'].map((name) => one[name]),
    );
  if (table === 'reservations')
    judged['events'] = reservationEvents(row).map(({ id, from, to, at }) => ({ id, from, to, at }));
  if (table !== 'orders') return judged;
  return {
    ...judged,
    acknowledged_by_device_ids: row['acknowledged_by_device_ids'] ?? [],
    lines: ((row['lines'] ?? []) as Row[]).map((line) => ({
      id: line['id'],
      quantity: line['quantity'],
      note: line['note'] ?? null,
      line_status: line['line_status'] ?? 'new',
      line_status_at: line['line_status_at'] ?? null,
    })),
    events: eventsOf(row)
      .filter(({ type }) => type === 'status' || type === 'recall')
      .map(({ id, type, from, to, at }) => ({ id, type, from, to, at })),
  };
}
