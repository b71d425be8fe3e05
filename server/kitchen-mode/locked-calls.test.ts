import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '../../contract/index.ts';
import { needsPin } from '../../contract/kitchen-mode/rules.ts';
import { callApi, requestData } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { PASSWORD, signUp, type SignedUp } from '../../tests/support/sign-up.ts';

let app: TestApp;
let owner: SignedUp;
beforeAll(async () => {
  app = await startApp();
  owner = await signUp(app);
  const body = { password: PASSWORD, pin: '4071' };
  await requestData(app.fetch, 'POST', '/auth/kitchen-mode', { token: owner.token, body });
});
afterAll(() => app.close());

const owned = Object.values(calls).filter(({ options }) => !['public', 'storefront'].includes(options.access));

test('money, settings and account need the PIN, service does not', () => {
  const names = owned.filter((one) => needsPin(one, 'money')).map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['auth.completeProfile', 'dashboard.insights', 'menu.editItem', 'menu.createItem']),
  );
  const free = owned.filter((one) => !needsPin(one, 'money')).map(({ name }) => name);
  expect(free.toSorted()).toEqual([
    'auth.logout',
    'auth.user',
    'chats.addNote',
    'chats.get',
    'chats.list',
    'chats.markAsRead',
    'chats.pause',
    'chats.readFile',
    'chats.resume',
    'chats.sendMessage',
    'chats.setLabels',
    'chats.storeFile',
    'customers.create',
    'customers.edit',
    'customers.get',
    'customers.list',
    'customers.storeImportFile',
    'dashboard.markAsRead',
    'dashboard.notifications',
    'dashboard.orders',
    'files.storeImage',
    'kitchenMode.lock',
    'kitchenMode.people',
    'kitchenMode.start',
    'kitchenMode.unlock',
    'menu.getBook',
    'menu.list',
    'menu.listBooks',
    'menu.listGroups',
    'menu.listItems',
    'menu.searchItems',
    'menu.setAvailability',
    'menu.setModifierAvailability',
    'menu.storeUploadFile',
    'orders.acknowledge',
    'orders.create',
    'orders.edit',
    'orders.get',
    'orders.list',
    'orders.remove',
    'orders.restore',
    'orders.setLineStatus',
    'orders.setOrdering',
    'orders.setStatus',
    'push.devices',
    'push.sendTest',
    'push.subscribe',
    'push.unsubscribe',
    'reservations.create',
    'reservations.edit',
    'reservations.get',
    'reservations.list',
    'reservations.setStatus',
    'sync.hello',
    'sync.pull',
    'sync.push',
    'sync.stream',
  ]);
  expect(
    needsPin({ name: 'payments.refund', method: 'POST', path: '', options: calls['menu.editItem']!.options }, 'money'),
  ).toBe(true);
});

test.each(owned.filter((one) => needsPin(one, 'money')).map((one) => [one.name, one] as const))(
  '%s is refused to a locked tablet',
  async (_, one) => {
    const path = one.path.replaceAll(/\{\w+\}/g, owner.restaurant.id);
    const { status, error } = await callApi(app.fetch, one.method, path, {
      token: owner.token,
      ...(one.method !== 'GET' && { body: {} }),
    });
    expect([status, error?.code]).toEqual([403, 'pin_needed']);
  },
);
