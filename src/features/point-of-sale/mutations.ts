import * as calls from '../../../contract/orders/calls.ts';
import type { WantedLine } from '../../../contract/orders/calls.ts';
import { applyEdit } from '../../../contract/orders/edit.ts';
import { newManualOrder, typedCustomer, type PricedLine } from '../../../contract/orders/manual-order.ts';
import { DEFAULT_CURRENCY } from '../../../contract/limits.ts';
import { actorOf, mutation, needId, update, type MutationInfo } from '../../data/mutation.ts';

/** Minutes for a body without any: the restaurant is not available in a rebase. The screen always sends them. */
const USUAL_MINUTES = 20;

/**
 * Creates a manual order with the function that the server uses. Prices of the device's menu are shown until the server has priced
 * it.
 */
export const createOrder = mutation({
  call: calls.create,
  table: 'orders',
  effect: 'create',
  rows: ({ body }) => [needId(body.id)],
  change: (row, { body }, info) =>
    row ??
    newManualOrder(body, asRead(body.lines), {
      ...said(info),
      id: needId(body.id),
      version: 0,
      orderNo: '',
      currency: body.currency ?? DEFAULT_CURRENCY,
      prepMinutes: body.prep_minutes ?? USUAL_MINUTES,
      customer: typedCustomer(body),
    }),
});

/** Corrects an order before it is ready, with the function that the server uses. */
export const editOrder = update({
  call: calls.edit,
  table: 'orders',
  rows: ({ path }) => [path.id],
  change: (order, { body }, info) => {
    const outcome = applyEdit(order, body, body.lines ? asRead(body.lines) : null, said(info));
    if (outcome.kind === 'refused') throw new Error(outcome.code);
    return outcome.order;
  },
});

const said = (info: MutationInfo) => ({
  opId: info.key,
  occurredAt: info.occurredAt,
  now: info.occurredAt,
  actor: actorOf(info),
});

export const asRead = (lines: WantedLine[]): PricedLine[] =>
  lines.map((line) => ({ ...line, id: needId(line.id), name: line.name ?? '', unit_amount: line.unit_amount ?? 0 }));
