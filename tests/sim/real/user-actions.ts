import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { requestData } from '../../e2e/api.ts';
import { stepButton } from '../../e2e/step-button.ts';
import { readDisk } from './disk.ts';
import { OWN, type RealSimulation } from './simulation.ts';

/** Toggles a dish and returns its name. `isAwaited`: waits until the mutation is stored; otherwise the page may end before. */
export async function turn(sim: RealSimulation, isAwaited: boolean): Promise<string> {
  const { random, kitchen, isOff, items } = sim;
  const { name } = random.pick(kitchen.shown.slice(0, OWN));
  await items.bringToFront();
  const toggle = items.getByRole('switch', { name: `${name} available`, exact: true });
  await toggle.waitFor();
  const wasOn = await toggle.isChecked();
  const issued = isAwaited ? await issuedOn(items) : 0;
  await toggle.click();
  isOff.set(name, new Set(isAwaited ? [wasOn] : [wasOn, !wasOn]));
  if (isAwaited) {
    await isIssued(items, issued);
    sim.made += 1;
  } else sim.unsure += 1;
  return name;
}

/** Moves an order one step on, at most twice. */
export async function step(sim: RealSimulation): Promise<void> {
  const { random, kitchen, steps, orders } = sim;
  const open = kitchen.orders.filter(({ order_no }) => (steps.get(order_no) ?? []).length < 2);
  if (open.length === 0) return;
  const order = random.pick(open);
  const before = steps.get(order.order_no) ?? [];
  const [label, to] = before.length === 0 ? (['Accept', 'accepted'] as const) : (['Start', 'preparing'] as const);
  await orders.bringToFront();
  const button = stepButton(orders, label, order.order_no);
  await button.waitFor();
  const issued = await issuedOn(orders);
  await button.click();
  await isIssued(orders, issued);
  sim.made += 1;
  steps.set(order.order_no, [...before, to]);
}

/** Somebody else toggles dishes that this person does not touch. */
export async function elsewhere({ random, kitchen, galley, isServerUp }: RealSimulation): Promise<void> {
  const others = kitchen.shown.slice(OWN);
  if (others.length === 0 || !isServerUp) return;
  const item = random.pick(others);
  const path = `/menu/books/${item.menu_book_id}/categories/${item.category_id}/items/${item.id}/update-availability`;
  await requestData(galley.origin, 'PUT', path, { token: kitchen.token, body: { is_available: random.chance(0.5) } });
}

const issuedOn = async (page: Page): Promise<number> => (await readDisk(page)).counters['issued'] ?? 0;

async function isIssued(page: Page, before: number): Promise<void> {
  const until = Date.now() + 30_000;
  while ((await issuedOn(page)) <= before) {
    if (Date.now() > until) throw new Error('R2 a tap is not on the disk after 30 s');
    await sleep(20);
  }
}
