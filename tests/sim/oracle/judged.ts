import { eventsOf } from './order-status.ts';
import type { Row } from './verdict.ts';

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
  menu_items: ['availability_status', 'availability_reason', 'unavailable_until', 'availability_changed_at'],
  chats: ['read_upto', 'is_paused', 'pause_changed_at'],
};

/** What of a row the rules decide, in a form that can be compared. */
export function judgedOf(table: string, row: Row): Row {
  const judged: Row = Object.fromEntries((fields[table] ?? []).map((name) => [name, row[name] ?? null]));
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
