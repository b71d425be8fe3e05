import type pg from 'pg';
import { storedResults } from '../e2e/truth.ts';
import type { CustomerWriter, DeviceWriter } from './writers.ts';

export interface Faults {
  /** Acknowledged writes of devices and customers. */
  writes: number;
  lost: string[];
  doubled: string[];
  refused: string[];
}

/** Compares what the server acknowledged with what PostgreSQL holds, read past the API. */
export async function findFaults(
  owner: pg.Pool,
  restaurantId: string,
  devices: DeviceWriter[],
  customers: CustomerWriter[],
): Promise<Faults> {
  const faults: Faults = { writes: 0, lost: [], doubled: [], refused: [] };
  const results = await storedResults(owner, restaurantId);
  const { rows: dishes } = await owner.query<{ name: string; price: number }>(
    'SELECT name, price_amount::int AS price FROM menu_items WHERE restaurant_id = $1 AND deleted_at IS NULL',
    [restaurantId],
  );
  const dishesByName = Map.groupBy(dishes, ({ name }) => name);
  for (const { name: who, clientId, acknowledged, prices, refused } of devices) {
    const keys = Map.groupBy(
      results.filter((result) => result.client_id === clientId),
      ({ key }) => key,
    );
    for (const [key, { mid }] of acknowledged)
      if (keys.get(key)?.[0]?.mid !== mid)
        faults.lost.push(`${who} ${mid}: acknowledged, and the server does not know it`);
    for (const [key, found] of keys)
      if (found.length > 1) faults.doubled.push(`${who} ${key}: processed ${found.length} times`);
    for (const [name, price] of prices) {
      const found = dishesByName.get(name) ?? [];
      if (found.length > 1) faults.doubled.push(`${name} is there ${found.length} times`);
      if (found.length === 0) faults.lost.push(`${name} is not there`);
      else if (found[0]!.price !== price) faults.lost.push(`${name} costs ${found[0]!.price}, and not ${price}`);
    }
    faults.writes += acknowledged.size;
    faults.refused.push(...refused);
  }
  const { rows: orders } = await owner.query<{ name: string; no: string }>(
    `SELECT customer->>'name' AS name, order_no AS no FROM orders WHERE restaurant_id = $1`,
    [restaurantId],
  );
  const ordersByName = Map.groupBy(orders, ({ name }) => name);
  for (const { orders: acknowledged, refused } of customers) {
    for (const [name, no] of acknowledged) {
      const found = ordersByName.get(name) ?? [];
      if (found.length > 1) faults.doubled.push(`The order of ${name} is there ${found.length} times`);
      if (!found.some((order) => order.no === no)) faults.lost.push(`Order ${no} of ${name} is not there`);
    }
    faults.writes += acknowledged.size;
    faults.refused.push(...refused);
  }
  return faults;
}
