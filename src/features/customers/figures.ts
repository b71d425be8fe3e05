import type { Customer } from '../../../contract/customers/calls.ts';

/** What stands above the list, as in the API's `dashboard`: of the restaurant as this device knows it. */
export interface CustomerFigures {
  total: number;
  /** Came first in the period. */
  fresh: number;
  /** Ordered in it, and not for the first time. */
  returning: number;
  blocked: number;
}

/** `from`: where the period begins, ISO. */
export function figuresOf(customers: readonly Customer[], from: string): CustomerFigures {
  const figures = { total: customers.length, fresh: 0, returning: 0, blocked: 0 };
  for (const {
    created_at: created,
    first_order_at: first,
    last_order_at: last,
    customer_status: status,
  } of customers) {
    if (created >= from) figures.fresh += 1;
    if (first !== null && last !== null && last > first && last >= from) figures.returning += 1;
    if (status === 'blocked') figures.blocked += 1;
  }
  return figures;
}
