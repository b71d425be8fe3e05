import { expect, test } from 'vitest';
import { otherPhoneSearches, phoneSearches } from '../../../tests/support/phone-searches.ts';
import type { Customer } from '../../../contract/customers/calls.ts';
import { chosenCustomers, readCustomerFilters, writeCustomerFilters } from './customer-filters.ts';
import { figuresOf } from './figures.ts';

const customer = (name: string, more: Partial<Customer> = {}) =>
  ({
    id: name,
    name,
    email: null,
    phone: null,
    phone_raw: null,
    customer_status: 'active',
    tags: [],
    orders_count: 1,
    total_spent_amount: 1000,
    last_order_at: null,
    created_at: '2026-01-01T12:00:00.000Z',
    ...more,
  }) as Customer;

const customers = [
  customer('Joanna Price', { phone: '+447700900142', orders_count: 12, last_order_at: '2026-11-20T18:50:00.000Z' }),
  customer('Zoë Laurent', { email: 'zoe@example.com', last_order_at: '2026-11-19T18:50:00.000Z', tags: ['regular'] }),
  customer('Ben Achterberg', { customer_status: 'blocked', orders_count: 0, total_spent_amount: 0 }),
];
const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const names = (query: string) =>
  chosenCustomers(customers, readCustomerFilters(query), null, NOW).map((one) => one.name);

test('sorts by last order; customers without one come last', () => {
  expect(names('')).toEqual(['Joanna Price', 'Zoë Laurent', 'Ben Achterberg']);
  expect(names('sort=last_order.asc')).toEqual(['Zoë Laurent', 'Joanna Price', 'Ben Achterberg']);
});

test('sorts by name, orders and spend', () => {
  expect(names('sort=name.asc')).toEqual(['Ben Achterberg', 'Joanna Price', 'Zoë Laurent']);
  expect(names('sort=orders.desc')).toEqual(['Joanna Price', 'Zoë Laurent', 'Ben Achterberg']);
});

test('finds customers by name, dialled number, address and tag', () => {
  expect(names('search=zoe')).toEqual(['Zoë Laurent']);
  expect(names('search=07700+900+142')).toEqual(['Joanna Price']);
  expect(names('search=example.com')).toEqual(['Zoë Laurent']);
  expect(names('search=regular')).toEqual(['Zoë Laurent']);
  expect(names('customer_status=blocked')).toEqual(['Ben Achterberg']);
});

test('finds a customer by any spelling of the number', () => {
  const by = (typed: string) => names(`search=${encodeURIComponent(typed)}`);
  expect(phoneSearches.filter((typed) => by(typed).join() !== 'Joanna Price')).toEqual([]);
  expect(otherPhoneSearches.filter((typed) => by(typed).length > 0)).toEqual([]);
});

test('finds the customers who share a number', () => {
  const all = [
    ...customers,
    customer('J. Price', { phone_raw: '+44 7700 900142' }),
    customer('Nobody', { phone_raw: 'ask' }),
    customer('Nobody else', { phone_raw: 'ask' }),
  ];
  const found = chosenCustomers(all, readCustomerFilters('number=shared&sort=name.asc'), null, NOW);
  expect(found.map((one) => one.name)).toEqual(['J. Price', 'Joanna Price']);
});

test('finds customers by segment', () => {
  expect(names('segment=vip')).toEqual(['Joanna Price']);
  expect(names('segment=new,vip')).toEqual(['Joanna Price', 'Zoë Laurent']);
  expect(names('segment=unheard_of')).toHaveLength(3);
});

test('the filters survive a round trip through the address', () => {
  const query =
    '?search=price&customer_status=active,blocked&segment=vip,at_risk&number=shared&date=2026-11-01..2026-11-20&sort=spent.asc&limit=30&page_no=2';
  expect(writeCustomerFilters(readCustomerFilters(query))).toBe(query);
  expect(
    writeCustomerFilters(readCustomerFilters('?page_no=-3&limit=7&sort=size&customer_status=gone&date=2026-13-01')),
  ).toBe('');
});

test('filters by days of the first order, end excluded', () => {
  const days = { from: '2026-11-19T04:00:00.000Z', to: '2026-11-20T04:00:00.000Z' };
  const [joanna, zoe, ben] = customers as [Customer, Customer, Customer];
  const came = [
    { ...joanna, created_at: '2026-11-20T04:00:00.000Z' },
    { ...zoe, created_at: '2026-11-19T04:00:00.000Z' },
    { ...ben, created_at: '2026-11-20T03:59:59.000Z' },
  ];
  expect(chosenCustomers(came, readCustomerFilters(''), days, NOW).map((one) => one.name)).toEqual([
    'Zoë Laurent',
    'Ben Achterberg',
  ]);
});

test('figures count new, returning and blocked customers', () => {
  const from = '2026-11-01T04:00:00.000Z';
  const [old, fresh] = ['2026-09-01T12:00:00.000Z', '2026-11-10T12:00:00.000Z'];
  const one = (
    created: string,
    first: string | null,
    last: string | null,
    status: Customer['customer_status'] = 'active',
  ) =>
    customer(created + last, {
      created_at: created,
      first_order_at: first,
      last_order_at: last,
      customer_status: status,
    });
  expect(
    figuresOf(
      [one(old, old, old), one(old, old, fresh), one(fresh, fresh, fresh), one(fresh, null, null, 'blocked')],
      from,
    ),
  ).toEqual({ total: 4, fresh: 2, returning: 1, blocked: 1 });
});
