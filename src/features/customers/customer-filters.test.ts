import { expect, test } from 'vitest';
import type { Customer } from '../../../contract/customers.ts';
import { chosenCustomers, readCustomerFilters, writeCustomerFilters } from './customer-filters.ts';

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
    ...more,
  }) as Customer;

const customers = [
  customer('Joanna Price', { phone: '+447700900142', orders_count: 12, last_order_at: '2026-11-20T18:50:00.000Z' }),
  customer('Zoë Laurent', { email: 'zoe@example.com', last_order_at: '2026-11-19T18:50:00.000Z', tags: ['regular'] }),
  customer('Ben Achterberg', { customer_status: 'blocked', orders_count: 0, total_spent_amount: 0 }),
];
const names = (query: string) => chosenCustomers(customers, readCustomerFilters(query)).map((one) => one.name);

test('who ordered last stands first, who never did last', () => {
  expect(names('')).toEqual(['Joanna Price', 'Zoë Laurent', 'Ben Achterberg']);
  expect(names('sort=last_order.asc')).toEqual(['Zoë Laurent', 'Joanna Price', 'Ben Achterberg']);
});

test('customers are sorted by name, orders and spend', () => {
  expect(names('sort=name.asc')).toEqual(['Ben Achterberg', 'Joanna Price', 'Zoë Laurent']);
  expect(names('sort=orders.desc')).toEqual(['Joanna Price', 'Zoë Laurent', 'Ben Achterberg']);
});

test('a customer is found by name, number as it is dialled, address and tag', () => {
  expect(names('search=zoe')).toEqual(['Zoë Laurent']);
  expect(names('search=07700+900+142')).toEqual(['Joanna Price']);
  expect(names('search=example.com')).toEqual(['Zoë Laurent']);
  expect(names('search=regular')).toEqual(['Zoë Laurent']);
  expect(names('customer_status=blocked')).toEqual(['Ben Achterberg']);
});

test('the filters go through the address and back', () => {
  const query = '?search=price&customer_status=active,blocked&sort=spent.asc&limit=30&page_no=2';
  expect(writeCustomerFilters(readCustomerFilters(query))).toBe(query);
  expect(writeCustomerFilters(readCustomerFilters('?page_no=-3&limit=7&sort=size&customer_status=gone'))).toBe('');
});
