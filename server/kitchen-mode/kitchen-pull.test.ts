import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { UNLOCKED_MS } from '../../contract/kitchen-mode/rules.ts';
import type { Order } from '../../contract/orders/calls.ts';
import type { Payment } from '../../contract/payments/rows.ts';
import { addUp, versionMark } from '../../contract/sync/checksum.ts';
import type { Cursor } from '../../contract/sync/calls.ts';
import { apply, makeMenu, pullAll, tablet, type Menu, type PullReply } from '../../tests/api/tablet.ts';
import { requestData, type Method } from '../../tests/support/api.ts';
import { seeded } from '../../tests/support/seeded.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { PASSWORD, signUp, type SignedUp } from '../../tests/support/sign-up.ts';

const PIN = '4071';

let app: TestApp;
let owner: SignedUp;
let menu: Menu;
/** The tablet's session, another than the owner's. */
let token: string;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.close());
beforeEach(async () => {
  owner = await signUp(app);
  menu = await makeMenu(app, owner);
  const body = { email: owner.user.email, password: PASSWORD };
  token = (await requestData<{ token: string }>(app.fetch, 'POST', '/auth/login', { body })).token;
  await mode('', { password: PASSWORD, pin: PIN });
});

const mode = (path: string, body: object = {}) =>
  requestData(app.fetch, 'POST', `/auth/kitchen-mode${path}`, { token, body });
const asOwner = <T>(method: Method, path: string, body?: object) =>
  requestData<T>(app.fetch, method, path, { token: owner.token, body });
async function sell(): Promise<string> {
  const order = await asOwner<Order>('POST', '/orders', {
    channel: 'walk_in',
    order_type: 'pickup',
    lines: [{ menu_item_id: menu.itemIds[0]!, quantity: 1 }],
  });
  await asOwner('POST', `/orders/${order.id}/payments`, { method: 'cash', amount: order.total_amount });
  return order.id;
}
const paymentsIn = (pages: PullReply[]) =>
  pages.flatMap(({ puts, dels }) => puts['payments'] ?? dels['payments'] ?? []);

test('a locked session is sent no payments, by a first load, a change or a comparison', async () => {
  const device = tablet(app, { token });
  await sell();
  const first = await pullAll(device, null, 2);
  expect(paymentsIn(first.pages)).toEqual([]);
  await sell();
  const next = await pullAll(device, first.cursor);
  expect(paymentsIn(next.pages)).toEqual([]);
  expect(next.pages.flatMap(({ puts }) => puts['orders'] ?? [])).toHaveLength(1);
  for (const page of [null, { table: 'payments', before: null }]) {
    const { compared } = (await device.pull(next.cursor, { compare: { page } })).data;
    expect(Object.keys(compared!.sums)).not.toContain('payments');
    expect(compared!.parts.map(({ table }) => table)).not.toContain('payments');
    expect(compared!.parts.length).toBeGreaterThan(3);
  }
});

test('the PIN brings them once, and for as long as it opens', async () => {
  const device = tablet(app, { token });
  await sell();
  const locked = await pullAll(device, null);
  await mode('/unlock', { pin: PIN });
  const opened = await pullAll(device, locked.cursor);
  expect(paymentsIn(opened.pages)).toHaveLength(1);
  expect(paymentsIn((await pullAll(device, opened.cursor)).pages)).toEqual([]);
  await sell();
  const later = await pullAll(device, opened.cursor);
  expect(paymentsIn(later.pages)).toHaveLength(1);
  await sell();
  app.clock.pass(UNLOCKED_MS);
  const over = await pullAll(device, later.cursor);
  expect(paymentsIn(over.pages)).toEqual([]);
  await mode('/unlock', { pin: PIN });
  expect(paymentsIn((await pullAll(device, over.cursor)).pages)).toHaveLength(3);
});

test('a device that is unlocked has what every other device has, whenever it was locked between the pages', async () => {
  const random = seeded(49);
  const device = tablet(app, { token });
  const held = new Map<string, { version: number }>();
  let isOpen = false;
  let [cursor, snapshot]: [Cursor | null, PullReply['snapshot']] = [null, undefined];
  /** One page, as a device asks for it. */
  const pull = async () => {
    const { data } = await device.pull(cursor, { limit: random.between(1, 9), ...(snapshot && { snapshot }) });
    if (!isOpen) expect(paymentsIn([data])).toEqual([]);
    apply([data], held);
    snapshot = data.snapshot;
    if (!snapshot) cursor = { epoch: data.epoch, version: data.to };
    return data.more;
  };
  const turn = async () => {
    isOpen = !isOpen;
    await (isOpen ? mode('/unlock', { pin: PIN }) : mode('/lock'));
  };
  const acts: (() => Promise<unknown>)[] = [
    sell,
    pull,
    pull,
    pull,
    turn,
    async () => {
      const [payment] = await asOwner<Payment[]>('GET', '/payments');
      if (payment && payment.refunded_amount < payment.amount)
        await asOwner('POST', `/payments/${payment.id}/refund`, { amount: 1 });
    },
    async () => void (random.chance(0.3) && ([cursor, snapshot] = [null, undefined])),
  ];
  for (let round = 0; round < 12; round += 1) {
    for (let i = 0; i < 9; i += 1) await random.pick(acts)();
    if (!isOpen) await turn();
    while (await pull());
    const everything = apply((await pullAll(tablet(app, owner), null)).pages);
    expect(held).toEqual(everything);
    const rows = [...held].filter(([touch]) => touch.startsWith('payments:')).map(([, row]) => row);
    const { compared } = (await device.pull(cursor, { compare: { page: null } })).data;
    expect(compared!.sums['payments']).toEqual(addUp((rows as Payment[]).map(versionMark)));
  }
});
