import type { Chat, ChatMessage } from '../../contract/chats/calls.ts';
import type { Customer } from '../../contract/customers/calls.ts';
import type { Order } from '../../contract/orders/calls.ts';
import type { Reservation } from '../../contract/reservations/calls.ts';
import { requestData } from '../../tests/support/api.ts';
import { openChat } from '../../tests/support/chat-visitor.ts';
import { openOneTable } from '../../tests/support/reservation-table.ts';
import type { Loaded } from './load-restaurant.ts';
import type { BenchApp } from './open-app.ts';

interface WantedOrder {
  type: string;
  lines: { name: string; quantity: number; choices?: string[]; note?: string }[];
  total: number;
  address?: string;
  /** Missing: not cancelled. */
  status?: string;
}

/** A customer who wants something, what they write, and what they press: the start of a title, or "#0" for the first row. */
export interface Conversation {
  id: string;
  restaurant: string;
  at: string;
  language: string;
  customer: { name: string; phone: string };
  wants: string;
  steps: ({ say: string } | { press: string })[];
  /** What stands at the end; `handover`: with the team, whose note has these words. */
  expect: { orders?: WantedOrder[]; tables?: { guests: number }[]; handover?: string };
}

export interface Played {
  id: string;
  /** As it was wanted, or handed over where that was wanted. */
  isReached: boolean;
  /** Something was ordered or booked that nobody wanted. */
  isWrong: boolean;
  steps: number;
  heard: string[];
  found: unknown;
}

/** Orders of both kinds and tables, taken in chats. */
export async function openForTalks(app: BenchApp, { token }: Loaded): Promise<void> {
  const request = (method: 'POST', path: string, body: object) => requestData(app.fetch, method, path, { token, body });
  await request('POST', '/settings/service', { order_type: ['pickup', 'delivery', 'reservation'] });
  await request('POST', '/chatbot/manage', { takes_orders: true, takes_reservations: true });
  await openOneTable(request, { until: '20:00' });
}

export async function playConversation(
  app: BenchApp,
  { token, slug }: Loaded,
  conversation: Conversation,
): Promise<Played> {
  app.setClock(conversation.at);
  await app.pools.owner.query('UPDATE sessions SET expires_at = $1', [
    new Date(Date.parse(conversation.at) + 86_400_000),
  ]);
  const guest = openChat({ fetch: app.fetch, jobs: { drain: app.drain } }, slug, conversation.customer);
  const read = <T>(path: string) => requestData<T>(app.fetch, 'GET', path, { token });
  const isTheirs = ({ phone }: { phone: string | null }) => phone === conversation.customer.phone;
  const theirOrders = async () =>
    (await read<Order[]>('/orders?limit=50')).filter(({ customer }) => isTheirs({ phone: customer.phone ?? null }));
  const earlier = new Set((await theirOrders()).map(({ id }) => id));
  const heard: string[] = [];
  let stuck: string | null = null;
  for (const step of conversation.steps) {
    try {
      heard.push(await ('say' in step ? guest.send(step.say) : press(guest, step.press)));
    } catch (fault) {
      stuck = String(fault);
      break;
    }
  }
  const orders = (await theirOrders()).filter(({ id }) => !earlier.has(id));
  const tables = (await read<Reservation[]>('/reservations?limit=50')).filter(isTheirs);
  const { customers } = await read<{ customers: Customer[] }>(
    `/customers?search=${encodeURIComponent(conversation.customer.phone)}`,
  );
  const [chat] = await read<Chat[]>(`/chat?customer_id=${customers.find(isTheirs)!.id}`);
  const { messages } = await read<{ messages: ChatMessage[] }>(`/chat/${chat!.id}`);
  const note = messages.find(({ is_private }) => is_private)?.message ?? '';
  const { expect } = conversation;
  const made = orders.map(toWanted);
  const isOrders = same(made, expect.orders ?? []);
  const isTables = same(
    tables.map(({ guests_count: guests }) => ({ guests })),
    expect.tables ?? [],
  );
  const isHandedOver = chat!.is_paused && chat!.needs_human && note.includes(expect.handover ?? '');
  return {
    id: conversation.id,
    isReached: stuck === null && isOrders && isTables && isHandedOver === (expect.handover !== undefined),
    isWrong: !(isOrders && isTables) && orders.length + tables.length > 0,
    steps: heard.length,
    heard,
    found: { stuck, orders: made, tables: tables.length, isHandedOver, note },
  };
}

const press = (guest: ReturnType<typeof openChat>, title: string): Promise<string> => {
  const place = /^#(\d+)$/.exec(title)?.[1];
  return guest.press(place === undefined ? title : (guest.rows()[Number(place)]?.title ?? title));
};

function toWanted({ order_type, lines, total_amount, delivery_address, order_status }: Order): WantedOrder {
  return {
    type: order_type,
    lines: lines.map(({ name, quantity, modifiers = [], note }) => ({
      name,
      quantity,
      ...(modifiers.length > 0 ? { choices: modifiers.map((one) => one.name) } : {}),
      ...(note ? { note } : {}),
    })),
    total: total_amount,
    ...(delivery_address ? { address: delivery_address.line_1 } : {}),
    ...(order_status === 'cancelled' ? { status: 'cancelled' } : {}),
  };
}

/** In whatever order their fields are. */
const same = (a: unknown, b: unknown) => sorted(a) === sorted(b);
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
