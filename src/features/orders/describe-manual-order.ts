import { isEditable } from '../../../contract/orders/edit.ts';
import * as calls from '../../../contract/orders/calls.ts';
import type { Order } from '../../../contract/orders/calls.ts';
import type { RefusedCode } from '../../../contract/promotions/price.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { DeadLetter, OutboxEntry } from '../../data/db.ts';
import { isOf } from '../../data/mutation.ts';
import { money } from '../../lib/money.ts';
import { numberOf } from '../../lib/order-number.ts';
import { untilLabel } from '../../lib/wall-clock.ts';
import { links } from '../../links.ts';
import { reasonOf } from '../promotions/describe.ts';
import type { Described, Refusal } from '../../ui/described.ts';
import { statusLabel } from '../../ui/status-label.ts';

type Change = Pick<OutboxEntry, 'call' | 'path' | 'body'>;

export const isManualOrder = (entry: Pick<OutboxEntry, 'call'>) => isOf(calls.create, entry) || isOf(calls.edit, entry);

/** "Order #K7 is taken: 3 items, £32.50", "Order #140 is changed". */
export function describeManualOrder(change: Change, order: Order | null): Described {
  const code = change.body.short_code;
  const name = order ? `Order #${numberOf(order)}` : typeof code === 'string' ? `Order #${code}` : 'An order';
  const id = order?.id ?? change.path.id;
  const base = { place: 'Orders', icon: 'order' as const, href: id ? links.order(id) : null };
  if (isOf(calls.edit, change)) return { ...base, title: `${name} is changed`, subject: `${name}, change` };
  const lines = (change.body.lines ?? []) as { quantity: number; unit_amount?: number }[];
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const total = lines.reduce((sum, { quantity, unit_amount = 0 }) => sum + quantity * unit_amount, 0);
  const amount = typeof change.body.currency === 'string' ? `, ${money(total, change.body.currency)}` : '';
  return {
    ...base,
    title: `${name} is taken: ${pieces === 1 ? '1 item' : `${pieces} items`}${amount}`,
    subject: `${name}, take`,
  };
}

/** Why a manual order or a correction was refused, and what can be done about it. */
export function describeManualOrderRefusal(deadLetter: DeadLetter, restaurant: Restaurant, now: number): Refusal {
  const isCreation = isOf(calls.create, deadLetter.entry);
  const code = deadLetter.error?.code ?? deadLetter.reason;
  const dishes = dishWords(deadLetter, restaurant, now);
  const consequence = isCreation ? 'The order is not in the kitchen.' : 'The order has not changed.';
  const mend = isCreation
    ? { words: 'Look at it and place it again', href: links.counter({ failed: deadLetter.key }) }
    : { words: 'Change it again', href: links.counter({ order: deadLetter.entry.path.id }) };
  const base: Refusal = {
    why: `The server refused it. ${consequence}`,
    pair: null,
    restoreLabel: null,
    keepLabel: isCreation ? 'Drop the order' : 'Understood',
  };
  switch (code) {
    case 'items_unavailable':
      return { ...base, why: `${dishes || 'A dish'} cannot be had. ${consequence}`, mend };
    case 'price_changed':
      return { ...base, why: `The price is another one now: ${dishes}. ${consequence}`, mend };
    case 'delivery_unavailable':
      return { ...base, why: `It is not delivered to this address. ${consequence}`, mend };
    case 'below_minimum':
      return { ...base, why: `It is below the minimum for delivery there. ${consequence}`, mend };
    case 'promotion_exhausted':
    case 'promotion_not_applicable':
      return { ...base, why: `${codeWords(deadLetter, restaurant)} ${consequence}`, mend };
    case 'invalid_fields':
      return { ...base, why: `${choiceFaults(deadLetter) || 'The server does not take it.'} ${consequence}`, mend };
    case 'id_taken':
      return { ...base, why: 'It is there already.', keepLabel: 'Understood' };
    case 'not_found':
      return { ...base, why: 'The order was deleted before this arrived.' };
    case 'dependency':
      return { ...base, why: 'The order itself was refused.' };
    case 'order_not_editable': {
      const theirs = deadLetter.theirs as Order | null;
      const state = theirs ? statusLabel(theirs.order_status).toLowerCase() : 'ready';
      return { ...base, why: `The order was ${state} before this arrived. The kitchen has it unchanged.` };
    }
    default:
      return isCreation || isStillEditable(deadLetter) ? { ...base, mend } : base;
  }
}

/** "Code WELCOME10: This promotion has been used up." */
function codeWords({ error }: DeadLetter, { currency }: Restaurant): string {
  const refused = error?.current as RefusedCode | undefined;
  return refused ? `Code ${refused.code}: ${reasonOf(refused, currency)}.` : 'The promotion code cannot be used.';
}

/** "Bread: choose at least 1.": what the menu asks for by now. */
const choiceFaults = ({ error }: DeadLetter): string =>
  [
    ...new Set(
      Object.entries(error?.field_errors ?? {}).map(([field, why]) => (/\.modifiers\./.test(field) ? why : '')),
    ),
  ]
    .filter(Boolean)
    .map((why) => `${why}.`)
    .join(' ');

const isStillEditable = ({ theirs }: DeadLetter) => theirs !== null && isEditable(theirs as Order);

interface Named {
  name: string | null;
  unit_amount?: number;
  available_again_at?: string | null;
}

/** "Prawn madras (sold out until 20:45), Lamb bhuna" or "Prawn madras £12.50": the dishes that the server named. */
function dishWords({ error }: DeadLetter, { timezone, currency }: Restaurant, now: number): string {
  const items = (error?.current as { items?: Named[] } | undefined)?.items ?? [];
  return items
    .map(({ name, unit_amount, available_again_at: until }) => {
      const dish = name ?? 'A dish that is gone';
      if (unit_amount !== undefined) return `${dish} ${money(unit_amount, currency)}`;
      return until ? `${dish} (sold out until ${untilLabel(until, timezone, now)})` : dish;
    })
    .join(', ');
}
