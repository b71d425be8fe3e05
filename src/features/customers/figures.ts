import type { Customer } from '../../../contract/customers/calls.ts';

/** The figures above the list, as in the API's `dashboard`, from what this device knows. */
export interface CustomerFigures {
  total: number;
  /** First order within the period. */
  fresh: number;
  /** Ordered within the period, and not for the first time. */
  returning: number;
  blocked: number;
}

/** `from`: start of the period, ISO. */
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
