import * as calls from '../../../contract/orders/calls.ts';
import type { WantedLine } from '../../../contract/orders/calls.ts';
import { applyEdit } from '../../../contract/orders/edit.ts';
import { newManualOrder, typedCustomer, type PricedLine } from '../../../contract/orders/manual-order.ts';
import { DEFAULT_CURRENCY } from '../../../contract/limits.ts';
import { mutation, type MutationInfo } from '../../data/mutation.ts';

/** What a body without minutes counts as on a device, which does not have the restaurant at hand in a rebase. The screen names them. */
const USUAL_MINUTES = 20;

/** An order by hand, by the function that the server uses; what the device's menu said stands until the server has priced it. */
export const createOrder = mutation({
  call: calls.create,
  table: 'orders',
  rows: ({ body }) => [needId(body.id)],
  change: (row, { body }, tap) =>
    row ??
    newManualOrder(body, asRead(body.lines), {
      ...said(tap),
      id: needId(body.id),
      version: 0,
      orderNo: '',
      currency: body.currency ?? DEFAULT_CURRENCY,
      prepMinutes: body.prep_minutes ?? USUAL_MINUTES,
      customer: typedCustomer(body),
    }),
});

/** Corrects an order before it is ready, by the function that the server uses. */
export const editOrder = mutation({
  call: calls.edit,
  table: 'orders',
  rows: ({ path }) => [path.id],
  change: (order, { body }, tap) => {
    if (!order) throw new Error('not_found');
    const outcome = applyEdit(order, body, body.lines ? asRead(body.lines) : null, said(tap));
    if (outcome.kind === 'refused') throw new Error(outcome.code);
    return outcome.order;
  },
});

const said = (tap: MutationInfo) => ({
  opId: tap.key,
  occurredAt: tap.occurredAt,
  now: tap.occurredAt,
  actor: { kind: 'user' as const, id: null, name: tap.deviceName },
});

function needId(id: string | undefined): string {
  // What is made on a device has its id from the start: later changes of it name it while it waits.
  if (!id) throw new Error('A created row needs its id');
  return id;
}

const asRead = (lines: WantedLine[]): PricedLine[] =>
  lines.map((line) => ({ ...line, id: needId(line.id), name: line.name ?? '', unit_amount: line.unit_amount ?? 0 }));
