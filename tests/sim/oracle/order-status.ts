import { refused, same, set, unknown, type Context, type Mutation, type Row, type Verdict } from './verdict.ts';

/** Data dictionary, section 2: the statuses of an order. Rejected and cancelled are outside this sequence. */
const road = ['pending', 'accepted', 'preparing', 'ready', 'out_for_delivery', 'completed'];
const ended = ['completed', 'rejected', 'cancelled'];
/** Statuses from which a step forward may reach each status, jumps included. */
const reachedFrom: Record<string, string[]> = {
  accepted: ['pending'],
  preparing: ['pending', 'accepted'],
  ready: ['pending', 'accepted', 'preparing'],
  out_for_delivery: ['ready'],
  completed: ['ready', 'out_for_delivery'],
};
const recalledTo: Record<string, string> = { ready: 'preparing', out_for_delivery: 'ready', completed: 'ready' };
const RECALL_MS = 15 * 60_000;
const timeOf: Record<string, string> = {
  accepted: 'accepted_at',
  preparing: 'preparing_at',
  ready: 'ready_at',
  out_for_delivery: 'picked_up_at',
  completed: 'completed_at',
};

interface Event {
  id: string;
  type: string;
  from: string | null;
  to: string | null;
  at: string;
}

const rank = (status: unknown): number => road.indexOf(status as string);
export const eventsOf = (order: Row): Event[] => (order['events'] ?? []) as Event[];

/** A step, a recall, a rejection or a cancellation. */
export function stepOrder(order: Row, mutation: Mutation, context: Context): Verdict {
  const { key, body } = mutation;
  if (eventsOf(order).some(({ id }) => id === key)) return same;
  const [from, to] = [order['order_status'] as string, body['order_status'] as string];
  const expected = body['expected_status'] as string | undefined;
  const isClosing = to === 'rejected' || to === 'cancelled';
  if (to === 'rejected' ? body['reason'] === undefined : !isClosing && body['reason'] !== undefined)
    return refused('invalid_fields');
  if (expected !== undefined && rank(to) >= 0 && rank(to) < rank(expected))
    return recall(order, mutation, context, expected);
  if (from === to) return same;
  if (isClosing) {
    if (ended.includes(from)) return refused('order_already_final');
    if (expected !== undefined && expected !== from) return refused('status_changed');
    if (to === 'rejected' && from !== 'pending') return refused('transition_not_allowed');
    const reason = to === 'rejected' ? 'rejection_reason' : 'cancellation_reason';
    return moved(order, mutation, { [`${to}_at`]: mutation.at, [reason]: body['reason'] ?? null });
  }
  if (from === 'rejected' || from === 'cancelled') return refused('order_already_final');
  // The specification does not define a step back to pending; it changes nothing.
  if (to === 'pending') return unknown;
  if (to === 'out_for_delivery' && order['order_type'] !== 'delivery') return refused('transition_not_allowed');
  if (rank(to) <= rank(from)) return same;
  const recalls = eventsOf(order).filter(({ type }) => type === 'recall');
  if (recalls.some(({ at }) => mutation.at < at)) return same;
  if (!reachedFrom[to]!.includes(from)) return refused('transition_not_allowed');
  const isPartners = ['delivery_partner', 'both', null].includes(context.deliveryType);
  if (to === 'completed' && from === 'ready' && order['order_type'] === 'delivery' && !isPartners)
    return refused('transition_not_allowed');
  // A jump forward sets the times of the statuses it skips, except the courier's pick-up.
  const passed = road.filter((status) => rank(status) > 0 && rank(status) <= rank(to));
  const times = passed.filter((status) => status !== 'out_for_delivery' || status === to).map((s) => timeOf[s]!);
  return moved(order, mutation, Object.fromEntries(times.map((name) => [name, order[name] ?? mutation.at])));
}

/** A recall applies only if the order is as its sender saw it. */
function recall(order: Row, mutation: Mutation, { dayOf }: Context, expected: string): Verdict {
  const [from, to] = [order['order_status'] as string, mutation.body['order_status'] as string];
  if (expected !== from) return refused(ended.includes(from) ? 'order_already_final' : 'status_changed');
  if (recalledTo[from] !== to) return refused('transition_not_allowed');
  const completedAt = order['completed_at'] as string | null;
  const isLate =
    from === 'completed' &&
    (completedAt === null ||
      Date.parse(mutation.at) - Date.parse(completedAt) > RECALL_MS ||
      (dayOf !== null && dayOf(mutation.at) !== dayOf(completedAt)));
  if (isLate) return refused('transition_not_allowed');
  const undone = road.filter((status) => rank(status) > rank(to)).map((status) => timeOf[status]!);
  const before = order['recalled_at'] as string | null;
  const recalled_at = before !== null && before > mutation.at ? before : mutation.at;
  const fields = { ...Object.fromEntries(undone.map((name) => [name, null])), recalled_at };
  return moved(order, mutation, fields, 'recall');
}

function moved(order: Row, { key, at, body }: Mutation, fields: Row, type = 'status'): Verdict {
  const event: Event = {
    id: key,
    type,
    from: order['order_status'] as string,
    to: body['order_status'] as string,
    at,
  };
  return set({ ...order, ...fields, order_status: event.to, events: [...eventsOf(order), event] });
}
