import type { Row } from '../../../contract/entity.ts';
import type { Account } from '../environment/backend.ts';
import type { Simulation } from '../environment/simulation.ts';
import type { Movement } from '../oracle/stock.ts';

/**
 * R50 at rest: server and devices have the same stock, and it is what all movements make, added up in another way: from the last recount
 * on, without an order among the changes.
 */
export function checkStock(sim: Simulation, { backend, ...account }: Account): void {
  for (const [id, movements] of backend.movements()) {
    const wanted = addUp(movements);
    const places: [string, Row[]][] = [
      ['the server', backend.rowsNow().flatMap(({ table, row }) => (table === 'inventory_items' ? [row] : []))],
      ...sim.devices.flatMap((device): [string, Row[]][] => {
        const database = sim.databaseOf(device, { backend, ...account });
        const raw = sim.books.has(database) ? device.disk.raw(database) : null;
        return raw ? [[device.name, raw.all<Row>('inventory_items')]] : [];
      }),
    ];
    for (const [place, rows] of places) {
      const found = (rows.find((row) => row.id === id) as { quantity: string } | undefined)?.quantity;
      if (found === undefined || Number(found) * 1000 !== wanted)
        sim.violations.push(
          `R50 ${place} has ${found ?? 'no'} of ${id}, its ${movements.length} movements make ${wanted / 1000}`,
        );
    }
  }
}

function addUp(movements: readonly Movement[]): number {
  const placeOf = ({ occurred_at: at, id }: Movement) => `${at} ${id}`;
  let last: Movement | null = null;
  for (const one of movements)
    if (one.counted_quantity !== null && (last === null || placeOf(one) > placeOf(last))) last = one;
  let stock = last === null ? 0 : toWhole(last.counted_quantity!);
  for (const one of movements)
    if (one.quantity_change !== null && (last === null || placeOf(one) > placeOf(last)))
      stock += toWhole(one.quantity_change);
  return stock;
}

/** "-0.25" → -250. */
const toWhole = (text: string): number => Math.round(Number.parseFloat(text) * 1000);
