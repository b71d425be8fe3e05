import { mutateIn } from '../../src/data/mutate.ts';
import { httpTransport } from '../../src/sync/protocol/http.ts';
import type { Transport } from '../../src/sync/protocol/transport.ts';
import { definitionOf } from '../../src/sync/runtime/registry.ts';
import { makeTime } from '../sim/virtual-clock.ts';
import { requestData } from '../support/api.ts';
import { newId } from '../../server/platform/ids.ts';
import type { TestApp } from '../support/server.ts';
import { signUp } from '../support/sign-up.ts';
import { openTablet } from '../support/tablet.ts';
import { decimalOf, DEVICES, RICE_EACH, type Planned } from './plan.ts';

/** The ids of everything, so that the same evening can be played in several restaurants. */
export const makeIds = (plan: readonly Planned[]) => ({
  book: newId(),
  category: newId(),
  dish: newId(),
  rice: newId(),
  orders: plan.map(() => ({ order: newId(), line: newId() })),
});
type Ids = ReturnType<typeof makeIds>;

export const START = '2026-11-20T18:00:00.000Z';
const MINUTE = 60_000;

/** A restaurant that counts one dish and the rice that it uses, with three tablets that have loaded everything. */
export async function openRestaurant(app: TestApp, ids: Ids, stockPolicy: 'refuse' | 'oversell') {
  app.clock.set(START);
  const owner = await signUp(app);
  const ask = <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
    requestData<T>(app.fetch, method, path, { token: owner.token, body });
  await ask('POST', '/menu/books', { id: ids.book, name: 'Evening', status: 'published' });
  await ask('POST', `/menu/books/${ids.book}/categories`, { id: ids.category, name: 'Mains' });
  const path = `/menu/books/${ids.book}/categories/${ids.category}/items`;
  await ask('POST', path, { id: ids.dish, name: 'Korma', price_amount: 900 });
  await ask('POST', '/menu/inventory', { id: ids.rice, kind: 'ingredient', name: 'Rice', unit: 'kg' });
  await ask('POST', '/menu/inventory', {
    id: ids.dish,
    kind: 'menu_item',
    menu_item_id: ids.dish,
    name: 'Korma',
    ingredients: [{ inventory_id: ids.rice, quantity: decimalOf(RICE_EACH) }],
  });
  await ask('PUT', '/menu/inventory-policy', { stock_policy: stockPolicy });

  const api = httpTransport('http://localhost/backend', () => owner.token, ((input, init) =>
    app.fetch(new Request(input, init))) as typeof fetch);
  const transport: Transport = { push: (body) => api.push(body), pull: (body) => api.pull(body) };
  const time = makeTime(Date.parse(START) + MINUTE);
  app.clock.set(new Date(time.now()).toISOString());
  const tablets = await Promise.all(Array.from({ length: DEVICES }, () => openTablet({ transport, time })));
  for (const tablet of tablets) await tablet.load();

  const line = (order: number, quantity: number) => ({
    id: ids.orders[order]!.line,
    menu_item_id: ids.dish,
    quantity,
    name: 'Korma',
    unit_amount: 900,
  });
  const bodyOf = (act: Planned): { call: string; path?: Record<string, string>; body: Record<string, unknown> } => {
    switch (act.kind) {
      case 'move': {
        const quantity_change = decimalOf(act.change);
        const body = { movement_type: 'adjustment', quantity_change };
        return { call: 'inventory.move', path: { id: ids[act.row] }, body };
      }
      case 'count': {
        const body = { movement_type: 'recount', counted_quantity: decimalOf(act.counted) };
        return { call: 'inventory.move', path: { id: ids[act.row] }, body };
      }
      case 'order': {
        const body = { id: ids.orders[act.order]!.order, short_code: 'K7', channel: 'walk_in', order_type: 'pickup' };
        const more = { currency: 'GBP', prep_minutes: 20, lines: [line(act.order, act.pieces)] };
        return { call: 'orders.create', body: { ...body, ...more } };
      }
      case 'edit':
        return {
          call: 'orders.edit',
          path: { id: ids.orders[act.order]!.order },
          body: { lines: [line(act.order, act.pieces)] },
        };
      case 'cancel':
        return {
          call: 'orders.setStatus',
          path: { id: ids.orders[act.order]!.order },
          body: { order_status: 'cancelled', reason: 'customer_request' },
        };
    }
  };

  return {
    ask,
    tablets,
    /** Does it on its device, which need not have a network. */
    async act(planned: Planned) {
      await time.pass(Math.max(0, Date.parse(START) + (planned.minute + 2) * MINUTE - time.now()));
      app.clock.set(new Date(time.now()).toISOString());
      const { call, path = {}, body } = bodyOf(planned);
      await mutateIn(tablets[planned.device]!.store, definitionOf(call)!, { path, body }).durable;
    },
    /** The stock of dish and rice on each device. */
    stocks: () =>
      Promise.all(
        tablets.map(async (tablet) => ({
          dish: (await tablet.row('inventory_items', ids.dish))?.quantity,
          rice: (await tablet.row('inventory_items', ids.rice))?.quantity,
        })),
      ),
  };
}
