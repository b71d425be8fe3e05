import type { Order, OrderLine } from '../../../../contract/orders/calls.ts';
import { isStruck, linesAt } from './tickets.ts';

export interface Total {
  name: string;
  quantity: number;
}

/** How much of each dish accepted orders still need, most first: the "All day" strip. */
export function totalsOf(
  orders: readonly Order[],
  station: string | null,
  nameOf: (line: OrderLine) => string = (line) => line.name,
): Total[] {
  const totals = new Map<string, Total>();
  for (const order of orders) {
    if (order.order_status !== 'accepted' && order.order_status !== 'preparing') continue;
    for (const line of linesAt(order, station)) {
      if (isStruck(line)) continue;
      const name = nameOf(line);
      const total = totals.get(name) ?? { name, quantity: 0 };
      total.quantity += line.quantity;
      totals.set(name, total);
    }
  }
  return [...totals.values()].toSorted((a, b) => b.quantity - a.quantity || a.name.localeCompare(b.name));
}
