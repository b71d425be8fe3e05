import { expect, test } from 'vitest';
import { isChecklistShown, isWhatsappSetUp, setupSteps, type SetupFacts, type SetupRestaurant } from './setup-steps.ts';

const facts: SetupFacts = {
  menu: 'offered',
  hasDeliveryLocation: true,
  isWebsitePublished: true,
  takesPayments: true,
  canTakePayments: true,
  hasTable: true,
  hasChannel: true,
};
const open = {
  days: [{ weekday: 5, is_open: true, periods: [{ open_time: '12:00', close_time: '22:00' }] }],
  exceptions: [],
};
const closed = { days: [{ weekday: 5, is_open: false, periods: [] }], exceptions: [] };
const restaurant: SetupRestaurant = {
  name: 'The Anchor',
  address: '1 Harbour Street',
  city: 'London',
  country_code: 'GB',
  opening_hours: open,
  order_type: ['pickup', 'delivery'],
  delivery_type: 'own_couriers',
};
const undone = (more: Partial<SetupRestaurant>, some: Partial<SetupFacts> = {}) =>
  setupSteps({ ...restaurant, ...more }, { ...facts, ...some })
    .filter(({ isDone }) => !isDone)
    .map(({ name }) => name);

const namesOf = (one: SetupRestaurant) => setupSteps(one, facts).map(({ name }) => name);

test('the steps lead from the profile to the channel', () => {
  const whole = { ...restaurant, order_type: ['pickup', 'delivery', 'reservation'] } satisfies SetupRestaurant;
  expect(namesOf(whole)).toEqual(['profile', 'hours', 'menu', 'delivery', 'tables', 'website', 'payments', 'channel']);
  // Neither "done" nor to be done: what it does not offer.
  expect(namesOf({ ...whole, order_type: ['pickup'] })).not.toEqual(expect.arrayContaining(['delivery']));
  expect(namesOf({ ...whole, order_type: ['pickup'] })).not.toEqual(expect.arrayContaining(['tables']));
});

test('each step is computed from what there is', () => {
  expect(undone({})).toEqual([]);
  expect(undone({ address: ' ' })).toEqual(['profile']);
  expect(undone({ city: null })).toEqual(['profile']);
  expect(undone({ opening_hours: closed })).toEqual(['hours']);
  expect(undone({ opening_hours: { days: [], exceptions: [] } })).toEqual(['hours']);
  for (const menu of ['draft', 'hidden', 'empty', null] as const) expect(undone({}, { menu })).toEqual(['menu']);
  expect(undone({}, { isWebsitePublished: false, takesPayments: false, hasChannel: false })).toEqual([
    'website',
    'payments',
    'channel',
  ]);
});

test('who delivers needs a delivery location', () => {
  const none = { hasDeliveryLocation: false };
  expect(undone({}, none)).toEqual(['delivery']);
  expect(undone({}, { hasDeliveryLocation: null })).toEqual(['delivery']);
  expect(undone({ order_type: ['pickup'] }, none)).toEqual([]);
  expect(undone({ delivery_type: 'none' }, none)).toEqual([]);
});

test('who takes bookings or orders at tables needs tables', () => {
  const none = { hasTable: false };
  expect(undone({}, none)).toEqual([]);
  expect(undone({ order_type: ['reservation'] }, none)).toEqual(['tables']);
  expect(undone({ order_type: ['dine_in'] }, none)).toEqual(['tables']);
});

test('what only the operator of the installation can set up is no step of the owner', () => {
  expect(undone({}, { canTakePayments: false, takesPayments: false })).toEqual([]);
});

test('the list is hidden when all is done, and while nothing is known to be missing', () => {
  const steps = (some: Partial<SetupFacts>) => setupSteps(restaurant, { ...facts, ...some });
  expect(isChecklistShown(steps({}))).toBe(false);
  expect(isChecklistShown(steps({ hasChannel: null }))).toBe(false);
  expect(isChecklistShown(steps({ hasChannel: false }))).toBe(true);
});

test('a connected calendar is not a connected WhatsApp number', () => {
  const channel = { status: 'connected', status_reason: null } as const;
  expect(isWhatsappSetUp({ ...channel, type: 'google_calendar' })).toBe(false);
  expect(isWhatsappSetUp({ ...channel, type: 'whatsapp' })).toBe(true);
  expect(isWhatsappSetUp({ type: 'whatsapp', status: 'pending', status_reason: 'not_in_service' })).toBe(true);
});
