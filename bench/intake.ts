import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownerPool } from '../tests/e2e/database.ts';
import { startGalley } from '../tests/e2e/galley.ts';
import { openKitchen, stayOpen } from '../tests/e2e/kitchen.ts';

// npm run bench:intake
// Places orders through the storefront API at a fixed rate, each with three dishes, and compares every total with the menu. From this
// machine the limit of an address does not count, and that of the restaurant is raised. RATE=20 orders a second, SECONDS=10.

const RATE = Number(process.env['RATE'] ?? 50);
const SECONDS = Number(process.env['SECONDS'] ?? 60);

interface Placed {
  status: number;
  ms: number;
  isRight: boolean;
}

const galley = await startGalley({ env: { STOREFRONT_ORDERS_MAX: '1000000' } });
const owner = ownerPool(galley);
try {
  const kitchen = await openKitchen(galley, owner, {
    email: 'intake@galley.test',
    name: 'Spice Route',
    seed: 7,
    openOrders: 0,
  });
  await stayOpen(owner, kitchen.restaurantId);
  const { rows } = await owner.query<{ slug: string }>('SELECT slug FROM restaurants');
  const path = `${galley.origin}/backend/public/restaurants/${rows[0]!.slug}`;
  const { rows: dishes } = await owner.query<{ id: string; price: number }>(
    `SELECT id, price_amount::int AS price FROM menu_items
      WHERE restaurant_id = $1 AND deleted_at IS NULL AND availability_status = 'available' AND modifier_groups = '[]' AND variants = '[]'`,
    [kitchen.restaurantId],
  );
  const storedOrders = async () =>
    (await owner.query<{ count: number }>('SELECT count(*)::int AS count FROM orders')).rows[0]!.count;
  const dishAt = (n: number) => dishes[n % dishes.length]!;

  const place = async (n: number): Promise<Placed> => {
    const lines = [0, 1, 2].map((at) => ({ ...dishAt(n * 3 + at), quantity: 1 + ((n + at) % 3) }));
    const startedAt = performance.now();
    const reply = await fetch(`${path}/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({
        order_type: 'pickup',
        lines: lines.map(({ id, quantity }) => ({ menu_item_id: id, quantity })),
        customer: { name: `Customer ${n}`, phone: `+4477009${String(n).padStart(5, '0')}` },
      }),
    });
    const { data } = (await reply.json()) as { data?: { total_amount: number } };
    const total = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
    return { status: reply.status, ms: performance.now() - startedAt, isRight: data?.total_amount === total };
  };

  for (let n = 0; n < 20; n++) await place(99_000 + n);
  const before = await storedOrders();
  const startedAt = performance.now();
  const placed: Promise<Placed>[] = [];
  for (let n = 0; n < RATE * SECONDS; n++) {
    await sleep(Math.max(0, startedAt + (n * 1000) / RATE - performance.now()));
    placed.push(place(n));
  }
  const all = await Promise.all(placed);
  const seconds = (performance.now() - startedAt) / 1000;
  const failed = all.filter(({ status }) => status !== 200);
  const wrong = all.filter(({ status, isRight }) => status === 200 && !isRight);
  const times = all.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
  const stored = (await storedOrders()) - before;
  console.info(
    `${all.length} orders in ${seconds.toFixed(1)} s: ${(all.length / seconds).toFixed(1)} a second; ${failed.length} failed, ${wrong.length} with a wrong total, ${stored} stored; median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${Math.round(times.at(-1)!)} ms`,
  );
  if (failed.length > 0) console.info('statuses', [...new Set(failed.map(({ status }) => status))]);
  if (failed.length + wrong.length > 0 || stored !== all.length || seconds > SECONDS + 2) process.exitCode = 1;
} finally {
  await owner.end();
  await galley.dispose();
}
