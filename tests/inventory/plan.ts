import type { Seeded } from '../support/seeded.ts';

/** Quantities in whole thousandths. */
export type Act =
  | { kind: 'move'; row: 'dish' | 'rice'; change: number }
  | { kind: 'count'; row: 'dish' | 'rice'; counted: number }
  | { kind: 'order' | 'edit'; order: number; pieces: number }
  | { kind: 'cancel'; order: number };

/** What one person does on one device, at a minute of the evening. */
export type Planned = Act & { device: number; minute: number };

export const DEVICES = 3;
/** What one piece of the dish uses of the rice. */
export const RICE_EACH = 125;

/** A random evening: each order is corrected and cancelled on the device that took it, as far as people do that. */
export function randomPlan(random: Seeded, length: number): Planned[] {
  const orders: { device: number; pieces: number }[] = [];
  return Array.from({ length }, (_, minute): Planned => {
    const device = random.between(0, DEVICES - 1);
    const row = random.pick(['dish', 'rice'] as const);
    const own = orders.flatMap((one, order) => (one.device === device && one.pieces > 0 ? [order] : []));
    const what = random.next();
    if (what < 0.07) return { kind: 'count', row, counted: random.between(0, 40) * 500, device, minute };
    if (what < 0.4 || (what >= 0.7 && own.length === 0)) {
      const size = random.between(1, 9999);
      return { kind: 'move', row, change: random.chance(0.5) ? size : -size, device, minute };
    }
    if (what < 0.7) {
      const pieces = random.between(1, 5);
      orders.push({ device, pieces });
      return { kind: 'order', order: orders.length - 1, pieces, device, minute };
    }
    const order = random.pick(own);
    const isEdit = random.chance(0.5);
    const pieces = isEdit ? 1 + (orders[order]!.pieces % 5) : 0;
    orders[order]!.pieces = pieces;
    return isEdit ? { kind: 'edit', order, pieces, device, minute } : { kind: 'cancel', order, device, minute };
  });
}

/** The stock in the end, by an own computation: the plan from its first minute to its last, as if there were one device. */
export function expectedStock(plan: readonly Planned[]): { dish: number; rice: number } {
  const stock = { dish: 0, rice: 0 };
  const taken = new Map<number, number>();
  const take = (order: number, pieces: number) => {
    const more = pieces - (taken.get(order) ?? 0);
    taken.set(order, pieces);
    stock.dish -= more * 1000;
    stock.rice -= more * RICE_EACH;
  };
  for (const act of plan) {
    if (act.kind === 'move') stock[act.row] += act.change;
    else if (act.kind === 'count') stock[act.row] = act.counted;
    else take(act.order, act.kind === 'cancel' ? 0 : act.pieces);
  }
  return stock;
}

/** 1250 → "1.250". */
export const decimalOf = (thousandths: number): string => (thousandths / 1000).toFixed(3);
