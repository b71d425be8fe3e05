// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import * as contract from '../../../../contract/index.ts';
import type { Row } from '../../../../contract/entity.ts';
import type { Change, Person } from '../../../../contract/people/calls.ts';
import { dish, id, order, pathOf } from '../../../../tests/support/rows.ts';
import { soon } from '../../../../tests/support/soon.ts';
import { rendered } from '../../../../tests/components/rendered.ts';
import { Changes } from './Changes.tsx';
// Loaded on demand, which takes a while the first time.
import './csv.ts';
import { areaLabels, areaOf, labelOf } from './labels.ts';

type Query = Record<string, string>;
const send = vi.hoisted(() => vi.fn<(call: { name: string }, args: { query: Query }) => Promise<unknown>>());
const device = vi.hoisted(() => ({ rows: new Map<string, unknown>(), isPhone: false }));
const saveCsv = vi.hoisted(() => vi.fn<(name: string, text: string) => void>());
const showToast = vi.hoisted(() => vi.fn<(toast: { title: string }) => void>());
vi.mock('../../../api/send.ts', () => ({ send }));
vi.mock('../../../sync/runtime/client.ts', () => ({ useIsOnline: () => true }));
vi.mock('../../../data/live.ts', () => ({ useLive: () => ({ rows: device.rows, categories: new Map() }) }));
vi.mock('../../../lib/save-file.ts', () => ({ saveCsv }));
vi.mock('../../../ui/page/toast.ts', () => ({ showToast }));
vi.mock('../../../ui/use-media.ts', async (original) => ({
  ...(await original<object>()),
  useMedia: () => device.isPhone,
}));
vi.mock('../../../ui/use-minute.ts', () => ({ useMinute: () => Date.parse('2026-11-20T20:00:00.000Z') }));
vi.mock('../../../session/use-restaurant.ts', () => ({
  useRestaurant: () => ({ timezone: 'Asia/Kolkata', business_day_cutoff_time: '04:00', currency: 'GBP' }),
}));

const person = (n: number, name: string, change: Partial<Person> = {}): Person => ({
  id: id(n),
  name,
  email: `p${n}@galley.test`,
  role: 'waiter',
  has_pin: false,
  status: 'active',
  is_you: false,
  last_seen_at: null,
  invitation_expires_at: null,
  created_at: '2026-11-01T09:00:00.000Z',
  ...change,
});
const people = [person(1, 'Ravi', { role: 'owner' }), person(2, 'Mia'), person(3, 'Ana', { status: 'invited' })];
const butterChicken = dish(100, { name: 'Butter chicken' });
const change = (n: number, fields: Partial<Change>): Change => ({
  id: id(n),
  at: '2026-11-20T14:10:00.000Z',
  occurred_at: '2026-11-20T14:10:00.000Z',
  call: 'menu.editItem',
  person: { id: id(1), name: 'Ravi', role: 'owner' },
  approved_by: null,
  device_name: 'Till',
  path: pathOf(butterChicken),
  body: { price_amount: 1195 },
  ...fields,
});

const metaOf = (total: number, { page_no = '1', limit = '15' }: Query) => ({
  total_count: total,
  page_count: Math.ceil(total / Number(limit)),
  current_page: Number(page_no),
  limit: Number(limit),
  has_next_page: Number(page_no) * Number(limit) < total,
  has_previous_page: page_no !== '1',
});
let answer: (query: Query) => unknown;
const lists = (...changes: Change[]) => {
  answer = (query) => {
    const first = (Number(query['page_no']) - 1) * Number(query['limit']);
    const data = changes.slice(first, first + Number(query['limit']));
    return { ok: true, data, meta: metaOf(changes.length, query) };
  };
};
beforeEach(() => {
  device.rows = new Map<string, Row>([
    [`menu_items:${butterChicken.id}`, butterChicken],
    [`orders:${id(500)}`, order(500, { order_no: '140' })],
  ]);
  device.isPhone = false;
  saveCsv.mockReset();
  send.mockReset().mockImplementation(async ({ name }, { query }) => {
    if (name !== 'people.listChanges') throw new Error(`${name} was not expected`);
    return answer(query);
  });
});

const queries = () => send.mock.calls.map(([, { query }]) => query);
const until = (check: () => void) =>
  soon(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
    check();
  });
const tab = (edits: number) => (
  <FluentProvider theme={webLightTheme}>
    <Changes people={people} edits={edits} />
  </FluentProvider>
);
async function screen() {
  const shown = rendered(tab(0));
  await until(() => expect(shown.place.querySelector('[aria-busy=true]')).toBeNull());
  return shown;
}
type Shown = Awaited<ReturnType<typeof screen>>;
const rowsIn = ({ place }: Shown) =>
  [...place.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent));
/** A file is saved, and the next may be asked for. */
const saved = async (shown: Shown) => {
  await until(() => expect(saveCsv).toHaveBeenCalledOnce());
  await until(() => expect(shown.button('Save as CSV').getAttribute('aria-disabled')).not.toBe('true'));
};
const titles = (shown: Shown) => rowsIn(shown).map((row) => row.at(-1));
const choose = (shown: Shown, label: string, value: string) => {
  const select = shown.place.querySelector<HTMLSelectElement>(`select[aria-label="${label}"]`)!;
  select.value = value;
  shown.fire(select, 'change');
};

test('says when, who, on which device and what', async () => {
  lists(
    change(9, {}),
    change(8, {
      call: 'orders.setStatus',
      person: { id: id(2), name: 'Mia', role: 'waiter' },
      device_name: null,
      path: { id: id(500) },
      body: { order_status: 'out_for_delivery' },
      occurred_at: '2026-11-20T12:32:00.000Z',
    }),
  );
  const shown = await screen();
  // The restaurant is half an hour past five hours ahead of UTC, and it is past midnight there.
  expect(rowsIn(shown)).toEqual([
    ['yesterday 19:40', 'Ravi, Owner', 'Till', expect.stringMatching(/^Butter chicken changed: price.*Menu/i)],
    ['done yesterday 18:02, arrived 19:40', 'Mia, Waiter', 'Not known', 'Order #140 is on its wayOrders'],
  ]);
  expect(shown.text()).toContain('1–2 of 2');
});

test.each([false, true])('names who approved a change (phone: %s)', async (isPhone) => {
  device.isPhone = isPhone;
  lists(
    change(9, {
      person: { id: id(2), name: 'Mia', role: 'waiter' },
      approved_by: { id: id(1), name: 'Ravi', role: 'owner' },
    }),
    change(8, {}),
  );
  const shown = await screen();
  expect(shown.text()).toContain('approved by Ravi, Owner');
  expect(shown.text().match(/approved by/g)).toHaveLength(1);
  shown.press('Save as CSV');
  await saved(shown);
  const [head, approved, alone] = saveCsv.mock.calls[0]![1].trim().split('\r\n');
  expect(head).toContain('Person,Role,Approved by,Device');
  expect(approved).toContain('Mia,Waiter,"Ravi, Owner",Till');
  expect(alone).toContain('Ravi,Owner,,Till');
});

test('says what is left to say when the body is not kept, and never shows ids', async () => {
  lists(
    change(9, { call: 'menu.bulkItems', path: {}, body: null }),
    change(8, { call: 'orders.edit', path: { id: id(500) }, body: null }),
    change(7, { call: 'customers.edit', path: { id: id(77) }, body: null }),
    change(6, { call: 'some.newThing', path: { id: id(78) }, body: { secret: id(79) } }),
    change(5, { call: 'menu.editItem', body: {} }),
    change(4, { call: 'orders.setOrdering', path: {}, body: { ordering_status: 'paused' } }),
    change(3, { call: 'payments.refund', path: { id: id(80) }, body: { amount: 1200 } }),
  );
  const shown = await screen();
  expect(titles(shown)).toEqual([
    'Many items changedMenu',
    'Order corrected: #140Orders',
    'Customer changedCustomers',
    'Some: new thingSome',
    'Item changed: Butter chickenMenu',
    'Ordering: PausedTaking orders',
    '£12.00 refundedPayments',
  ]);
  expect(shown.text()).not.toMatch(/0192f0a0|\{/);
});

test('says what was done with people', async () => {
  const done = (n: number, call: string, body: Change['body'], path: Change['path'] = { id: id(2) }) =>
    change(n, { call, path, body });
  lists(
    done(9, 'people.invite', { name: 'Ana', email: 'ana@galley.test', role: 'cashier' }, {}),
    done(8, 'people.edit', { role: 'manager' }),
    done(7, 'people.edit', { is_suspended: true }),
    done(6, 'people.edit', { is_suspended: false, name: 'Mia R' }),
    done(5, 'people.remove', null, { id: id(44) }),
    done(4, 'people.add', { name: 'Jo', role: 'kitchen' }, {}),
    done(3, 'people.setPin', {}),
    done(2, 'people.setPin', {}, { id: id(44) }),
    done(1, 'people.setOwnPin', {}, {}),
  );
  expect(titles(await screen())).toEqual(
    [
      'Ana invited as Cashier',
      'Mia: role Manager',
      'Mia: suspended',
      'Mia R: let in again, name',
      'Person removed',
      'Jo added as Kitchen',
      'Mia: PIN set',
      'PIN of a person set or removed',
      'Own PIN set',
    ].map((title) => `${title}People`),
  );
});

test('has words for every call that may be recorded', () => {
  const isCall = (value: unknown): value is { name: string; method: string; options: { access: string } } =>
    typeof value === 'object' && value !== null && 'method' in value && 'options' in value;
  const all = Object.values(contract)
    .flatMap((group) => (isCall(group) ? [group] : Object.values(group as object)))
    .filter(isCall);
  expect(all.length).toBeGreaterThan(100);
  const quiet = ['push', 'sync', 'sessions', 'passkeys', 'twoFactor', 'kitchenMode', 'files', 'dashboard', 'contact'];
  const recorded = all.filter(
    ({ name, method, options: { access } }) =>
      method !== 'GET' && !['public', 'storefront'].includes(access) && !quiet.includes(areaOf(name)),
  );
  const unknown = recorded.map(({ name }) => name).filter((name) => !labelOf(name) || !areaLabels[areaOf(name)]);
  expect(unknown).toEqual(['auth.testPhoneNumber', 'chats.markAsRead', 'orders.acknowledge', 'people.enterRestaurant']);
});

test('turns pages, and starts at the first one under other filters', async () => {
  lists(...Array.from({ length: 20 }, (_, n) => change(n, {})));
  const shown = await screen();
  expect(rowsIn(shown).length).toBe(15);
  expect(shown.button('Previous page').disabled).toBe(true);
  shown.press('Next page');
  await until(() => expect(shown.text()).toContain('16–20 of 20'));
  await until(() => expect(rowsIn(shown).length).toBe(5));
  choose(shown, 'Person', id(2));
  choose(shown, 'Area', 'menu');
  choose(shown, 'Changed', '2026-11-20');
  await until(() =>
    expect(queries().at(-1)).toEqual({
      person: id(2),
      area: 'menu',
      date: '2026-11-20',
      page_no: '1',
      limit: '15',
    }),
  );
  const names = [...shown.place.querySelectorAll('select[aria-label=Person] option')].map((one) => one.textContent);
  expect(names).toEqual(['Everybody', 'Ravi', 'Mia']);
});

test('says that nothing was changed, or that nothing matches', async () => {
  lists();
  const shown = await screen();
  await until(() => expect(shown.text()).toContain('Nothing was changed yet'));
  expect(shown.button('Save as CSV').getAttribute('aria-disabled')).toBe('true');
  choose(shown, 'Area', 'wallet');
  await until(() => expect(shown.text()).toContain('No change matches'));
  shown.press('Clear filters');
  await until(() => expect(shown.text()).toContain('Nothing was changed yet'));
});

test('shows no earlier rows for filters that could not be read', async () => {
  lists(change(9, {}));
  const shown = await screen();
  answer = () => ({ ok: false, kind: 'offline', status: 0, error: { code: 'offline', message: 'no' } });
  choose(shown, 'Area', 'orders');
  await until(() => expect(shown.text()).toContain('This list needs internet'));
  expect(shown.text()).not.toContain('Butter chicken');
  lists(change(9, {}));
  shown.press('Try again');
  await until(() => expect(shown.text()).toContain('Butter chicken'));
});

test('reads again once people were changed', async () => {
  lists();
  const shown = await screen();
  lists(change(9, { call: 'people.remove', path: { id: id(44) }, body: null }));
  shown.rerender(tab(1));
  await until(() => expect(shown.text()).toContain('Person removed'));
});

test('says why it is refused', async () => {
  const error = { code: 'not_allowed', message: 'Only an owner or a manager sees this' };
  answer = () => ({ ok: false, kind: 'refused', status: 403, error });
  const shown = await screen();
  await until(() => expect(shown.text()).toContain('Only an owner or a manager sees this.'));
});

test('saves what the filters show, page by page', async () => {
  lists(...Array.from({ length: 150 }, (_, n) => change(n, { person: { id: id(1), name: '=Ravi', role: 'owner' } })));
  const shown = await screen();
  choose(shown, 'Area', 'menu');
  await until(() => expect(queries().at(-1)).toHaveProperty('area', 'menu'));
  await until(() => expect(rowsIn(shown).length).toBe(15));
  shown.press('Save as CSV');
  await saved(shown);
  expect(queries().slice(-2)).toEqual([
    { area: 'menu', page_no: '1', limit: '100' },
    { area: 'menu', page_no: '2', limit: '100' },
  ]);
  const [name, text] = saveCsv.mock.calls[0]!;
  const lines = text.trim().split('\r\n');
  expect(name).toBe('changes 2026-11-20.csv');
  expect(lines.length).toBe(151);
  expect(lines[1]).toContain('2026-11-20 19:40');
  expect(lines[1]).toContain(`"'=Ravi",Owner,,Till,Menu,`);
  expect(text).not.toContain(id(1));
});

test('saves no more than a thousand', async () => {
  lists(...Array.from({ length: 1200 }, (_, n) => change(n, {})));
  const shown = await screen();
  shown.press('Save as CSV');
  await saved(shown);
  expect(saveCsv.mock.calls[0]![1].trim().split('\r\n').length).toBe(1001);
  expect(showToast).toHaveBeenCalledWith({ title: 'The newest 1,000 changes are saved' });
});

test('says that a file could not be made', async () => {
  lists(change(9, {}));
  const shown = await screen();
  answer = () => ({ ok: false, kind: 'offline', status: 0, error: { code: 'offline', message: 'no' } });
  shown.press('Save as CSV');
  await until(() => expect(shown.text()).toContain('The file needs internet'));
  expect(saveCsv).not.toHaveBeenCalled();
  expect(shown.text()).toContain('Butter chicken');
});

test('shows cards on a phone', async () => {
  device.isPhone = true;
  lists(change(9, {}));
  const shown = await screen();
  expect(shown.place.querySelector('table')).toBeNull();
  const [card] = shown.place.querySelectorAll('li[data-row]');
  expect(card!.textContent).toContain('Butter chicken changed');
  expect(card!.textContent).toContain('Ravi, Owner · Till');
  expect(card!.textContent).toContain('yesterday 19:40');
});
