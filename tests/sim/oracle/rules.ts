import { stepOrder } from './order-status.ts';
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
 * The merge rules, written from the specification (data dictionary, sections 2, 7 and 18, and the decisions on orders by hand) and from
 * nothing else: this folder imports nothing of the app. Each rule answers what a mutation makes of a row of its table.
 */
export const rules: Record<string, { table: string; rule: Rule }> = {
  'orders.setStatus': { table: 'orders', rule: stepOrder },
  'orders.setLineStatus': { table: 'orders', rule: strikeLine },
  'orders.edit': { table: 'orders', rule: correctOrder },
  'orders.acknowledge': { table: 'orders', rule: acknowledge },
  'orders.setOrdering': { table: 'restaurants', rule: setOrdering },
  'menu.setAvailability': { table: 'menu_items', rule: setAvailability },
  'chats.pause': { table: 'chats', rule: pauseBot(true) },
  'chats.resume': { table: 'chats', rule: pauseBot(false) },
  'chats.markAsRead': { table: 'chats', rule: readUpto },
};

interface Line extends Row {
  id: string;
  quantity: number;
  note?: string | null;
}

const linesOf = (row: Row): Line[] => (row['lines'] ?? []) as Line[];
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value.trim() : '') || null;

/** Of the strokes of one line the last one stands. It never moves the order. */
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

/** Until it is ready. What one person did not see, they did not take off; what was changed is to be cooked again. */
function correctOrder(order: Row, mutation: Mutation): Verdict {
  const { body } = mutation;
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

/** A stroke that was made after the correction stands against it. */
const cookedAgain = (line: Row, { at, key }: Mutation) => ({
  line_status: 'new',
  line_status_at: (line['line_status_at'] as string) > at ? line['line_status_at'] : at,
  line_status_op_id: key,
});

/** A set union: in whatever order they arrive, it is the same. */
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

/** A bare "not available" is sold out, until somebody turns it on. */
function setAvailability(item: Row, mutation: Mutation): Verdict {
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

/** The mark of what was read never goes back. */
function readUpto(chat: Row, { body }: Mutation): Verdict {
  const [before, upto] = [chat['read_upto'] as string | null, body['read_upto'] as string];
  return before !== null && before >= upto ? same : set({ ...chat, read_upto: upto });
}
