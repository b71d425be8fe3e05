import { stepOrder } from './order-status.ts';
import { editReservation, stepReservation } from './reservation.ts';
import { moveStock } from './stock.ts';
import {
  isNewer,
  refused,
  same,
  set,
  superseded,
  unknown,
  type Context,
  type Mutation,
  type Row,
  type Verdict,
} from './verdict.ts';

type Rule = (row: Row, mutation: Mutation, context: Context) => Verdict;

/**
 * The merge rules, written from the specification alone (data dictionary, sections 2, 7, 14 and 18, and the decisions on manual orders): this
 * folder imports nothing of the app. Each rule returns what a mutation does to a row of its table.
 */
export const rules: Record<string, { table: string; rule: Rule }> = {
  'orders.setStatus': { table: 'orders', rule: stepOrder },
  'orders.setLineStatus': { table: 'orders', rule: strikeLine },
  'orders.edit': { table: 'orders', rule: correctOrder },
  'orders.acknowledge': { table: 'orders', rule: acknowledge },
  'orders.setOrdering': { table: 'restaurants', rule: setOrdering },
  'menu.setAvailability': { table: 'menu_items', rule: setAvailability },
  'menu.setModifierAvailability': { table: 'modifier_groups', rule: setModifierAvailability },
  'chats.pause': { table: 'chats', rule: pauseBot(true) },
  'chats.resume': { table: 'chats', rule: pauseBot(false) },
  'chats.markAsRead': { table: 'chats', rule: readUpto },
  'inventory.move': { table: 'inventory_items', rule: moveStock },
  'reservations.setStatus': { table: 'reservations', rule: stepReservation },
  'reservations.edit': { table: 'reservations', rule: editReservation },
};

interface Line extends Row {
  id: string;
  quantity: number;
  note?: string | null;
}

const linesOf = (row: Row): Line[] => (row['lines'] ?? []) as Line[];
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value.trim() : '') || null;

/** The last change of a line's status wins. It never changes the order's status. */
function strikeLine(order: Row, mutation: Mutation): Verdict {
  const line = linesOf(order).find(({ id }) => id === mutation.path['lineId']);
  if (!line) return refused('not_found');
  if (!isNewer(mutation, line['line_status_at'], line['line_status_op_id'])) return superseded;
  const struck = {
    ...line,
    line_status: mutation.body['line_status'],
    line_status_at: mutation.at,
    line_status_op_id: mutation.key,
  };
  return set({ ...order, lines: linesOf(order).map((one) => (one === line ? struck : one)) });
}

/** Allowed until the order is ready. A line that the sender did not see is not removed; a changed line must be cooked again. */
function correctOrder(order: Row, mutation: Mutation): Verdict {
  const { body } = mutation;
  // It was applied before, and its answer was lost: whatever became of the order since.
  const events = (order['events'] ?? []) as { id: string }[];
  if (events.some(({ id }) => id === mutation.key)) return same;
  if (!['pending', 'accepted', 'preparing'].includes(order['order_status'] as string))
    return refused('order_not_editable');
  const typed = body['order_type'] === undefined ? order : { ...order, order_type: body['order_type'] };
  if (body['lines'] === undefined) return set(typed);
  const standing = linesOf(order);
  const wanted = new Map((body['lines'] as Line[]).map((line) => [line.id, line]));
  const seen = new Map(((body['lines_before'] as Line[] | undefined) ?? standing).map((line) => [line.id, line]));
  const isSame = (a: Line, b: Line) => a.quantity === b.quantity && textOf(a.note) === textOf(b.note);
  const kept = standing.flatMap((line): Line[] => {
    const [want, saw] = [wanted.get(line.id), seen.get(line.id)];
    if (!want) return saw ? [] : [line];
    if ((saw && isSame(saw, want)) || isSame(line, want)) return [line];
    const { note: _, ...rest } = line;
    const note = textOf(want.note);
    const changed: Line = { ...rest, quantity: want.quantity, ...(note === null ? {} : { note }) };
    if (line['line_status'] === 'ready') Object.assign(changed, cookedAgain(line, mutation));
    return [changed];
  });
  const known = new Set(standing.map(({ id }) => id));
  const added = [...wanted.values()].filter(({ id }) => !known.has(id) && !seen.has(id));
  const lines = [...kept, ...added];
  return lines.length === 0 ? refused('invalid_fields') : set({ ...typed, lines });
}

/** A line status set after the correction wins. */
const cookedAgain = (line: Row, { at, key }: Mutation) => ({
  line_status: 'new',
  line_status_at: (line['line_status_at'] as string) > at ? line['line_status_at'] : at,
  line_status_op_id: key,
});

/** A set union: the order of arrival does not matter. */
function acknowledge(order: Row, { at, body }: Mutation): Verdict {
  const ids = (order['acknowledged_by_device_ids'] ?? []) as string[];
  const id = body['device_id'] as string;
  if (ids.includes(id)) return same;
  const seen = order['seen_at'] as string | null;
  return set({
    ...order,
    acknowledged_by_device_ids: [...ids, id].sort(),
    seen_at: seen !== null && seen < at ? seen : at,
  });
}

function setOrdering(restaurant: Row, mutation: Mutation): Verdict {
  if (!isNewer(mutation, restaurant['ordering_changed_at'], restaurant['ordering_op_id'])) return superseded;
  const { ordering_status, extra_prep_minutes } = mutation.body;
  return set({
    ...restaurant,
    ordering_status,
    extra_prep_minutes,
    ordering_changed_at: mutation.at,
    ordering_op_id: mutation.key,
  });
}

/** Of an item, or of the variant that is named: each has a newest change of its own. */
function setAvailability(item: Row, mutation: Mutation): Verdict {
  const id = mutation.body['variant_id'];
  return id === undefined ? switched(item, mutation) : switchedIn(item, 'variants', id, mutation);
}

function setModifierAvailability(group: Row, mutation: Mutation): Verdict {
  return switchedIn(group, 'modifiers', mutation.path['modifierId'], mutation);
}

/** One of the parts of a row; the others stay as they are. */
function switchedIn(row: Row, list: 'variants' | 'modifiers', id: unknown, mutation: Mutation): Verdict {
  const parts = (row[list] ?? []) as Row[];
  const part = parts.find((one) => one['id'] === id);
  if (!part) return refused('invalid_fields');
  const verdict = switched(part, mutation);
  return verdict.kind === 'set'
    ? set({ ...row, [list]: parts.map((one) => (one === part ? verdict.row : one)) })
    : verdict;
}

/** `is_available: false` alone means sold out until somebody turns it on. */
function switched(item: Row, mutation: Mutation): Verdict {
  const { is_available, availability_status, unavailable_until, duration, reason } = mutation.body;
  const status = availability_status ?? (is_available === true ? 'available' : 'sold_out');
  if (is_available !== undefined && is_available !== (status === 'available')) return refused('invalid_fields');
  const isIndefinite = duration === undefined || duration === 'indefinite';
  if (!isNewer(mutation, item['availability_changed_at'], item['availability_op_id'])) return superseded;
  const isOff = status !== 'available';
  if (isOff && !isIndefinite && unavailable_until === undefined) return unknown;
  return set({
    ...item,
    availability_status: status,
    availability_reason: isOff ? (reason ?? null) : null,
    unavailable_until: isOff ? (unavailable_until ?? null) : null,
    availability_changed_at: mutation.at,
    availability_op_id: mutation.key,
  });
}

function pauseBot(isPaused: boolean): Rule {
  return (chat, mutation) =>
    isNewer(mutation, chat['pause_changed_at'], chat['pause_op_id'])
      ? set({ ...chat, is_paused: isPaused, pause_changed_at: mutation.at, pause_op_id: mutation.key })
      : superseded;
}

/** The read mark never moves back. */
function readUpto(chat: Row, { body }: Mutation): Verdict {
  const [before, upto] = [chat['read_upto'] as string | null, body['read_upto'] as string];
  return before !== null && before >= upto ? same : set({ ...chat, read_upto: upto });
}
