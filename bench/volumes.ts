import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openAccount, requestData } from '../tests/e2e/api.ts';
import { ownerPool } from '../tests/e2e/database.ts';
import { startGalley } from '../tests/e2e/galley.ts';
import { pastOrders } from '../tests/support/traffic.ts';

// npm run bench:volumes
// Two figures that need much data: how long a file of 20,000 customers takes, first and again, and how fast a year of insights answers
// with 1,000,000 orders stored. ORDERS=100000 stores fewer.

const CUSTOMERS = 20_000;
const ORDERS = Number(process.env['ORDERS'] ?? 1_000_000);
const MARKS = { importMs: 10_000, insightsMs: 300 };

const galley = await startGalley();
const owner = ownerPool(galley);
try {
  const { token, email, restaurantId } = await openAccount(galley, 'volumes@galley.test', 'Bench Kitchen');

  const file = join(galley.dataDir, 'customers.csv');
  await writeFile(file, customersCsv());
  for (const round of ['first', 'again']) {
    const startedAt = performance.now();
    const answer = await galley.run('server/commands/import-customers.ts', file, '--restaurant', email);
    const ms = performance.now() - startedAt;
    const { errors, ...counts } = JSON.parse(answer) as { errors: unknown[] };
    report(`${CUSTOMERS.toLocaleString('en-GB')} customers, ${round}`, ms, MARKS.importMs);
    console.info(`  ${JSON.stringify(counts)}, ${errors.length} errors named`);
  }

  const past = join(galley.dataDir, 'past-orders.csv');
  await writeFile(past, pastOrders({ seed: 1 }).csv);
  await galley.run('server/commands/import-orders.ts', past, '--restaurant', email);
  await multiply(restaurantId);
  const { rows } = await owner.query<{ count: string; last: Date }>(
    'SELECT count(*), max(placed_at) AS last FROM orders WHERE restaurant_id = $1',
    [restaurantId],
  );
  const to = rows[0]!.last.toISOString().slice(0, 10);
  const from = `${Number(to.slice(0, 4)) - 1}${to.slice(4)}`;
  const times: number[] = [];
  for (let round = 0; round < 10; round++) {
    const startedAt = performance.now();
    await requestData(galley.origin, 'GET', `/dashboard/insights?date=${from}..${to}`, { token });
    times.push(performance.now() - startedAt);
  }
  const sorted = times.toSorted((a, b) => a - b);
  report(
    `a year of insights of ${Number(rows[0]!.count).toLocaleString('en-GB')} orders, median`,
    sorted[5]!,
    MARKS.insightsMs,
  );
  console.info(`  first ${Math.round(times[0]!)} ms, longest ${Math.round(sorted[9]!)} ms`);
} finally {
  await owner.end();
  await galley.dispose();
}

function report(what: string, ms: number, mark: number): void {
  const isMet = ms < mark;
  console.info(`${isMet ? 'ok  ' : 'FAIL'}  ${what}: ${Math.round(ms)} ms (mark ${mark} ms)`);
  if (!isMet) process.exitCode = 1;
}

/** Every fiftieth row is bad: a telephone number or an e-mail address that is none. */
function customersCsv(): string {
  const rows = Array.from({ length: CUSTOMERS }, (_, i) => {
    const phone = `+44 7700 ${String(900_000 + i)}`;
    const mail = `guest${i}@example.com`;
    const [badPhone, badMail] = [i % 100 === 0, i % 100 === 50];
    return `Guest ${i},${badPhone ? 'call me' : phone},${badMail ? 'not an address' : mail},SE${i % 28} ${i % 9}AA`;
  });
  return ['Name,Phone,E-mail,Postcode', ...rows].join('\n');
}

/** Copies the stored orders, each time some weeks earlier or later within the same years, until there are enough. */
async function multiply(restaurantId: string): Promise<void> {
  const { rows: columns } = await owner.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = 'orders' AND is_generated = 'NEVER'`,
  );
  const { rows } = await owner.query<{ count: string }>('SELECT count(*) FROM orders WHERE restaurant_id = $1', [
    restaurantId,
  ]);
  const changed: Record<string, string> = {
    id: 'gen_random_uuid()',
    external_id: `o.external_id || '-' || copy`,
    placed_at: `o.placed_at - copy * interval '37 minutes'`,
    public_token_hash: 'NULL',
  };
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const values = columns.map(({ name }) => changed[name] ?? `o."${name}"`).join(', ');
  const copies = Math.ceil(ORDERS / Number(rows[0]!.count)) - 1;
  const client = await owner.connect();
  try {
    await client.query('CREATE TEMP TABLE originals AS SELECT id FROM orders WHERE restaurant_id = $1', [restaurantId]);
    // The sums are computed once at the end, rather than for each copy.
    await client.query("SET session_replication_role = 'replica'");
    for (let copy = 1; copy <= copies; copy++)
      await client.query(
        `INSERT INTO orders (${names}) SELECT ${values} FROM orders o, (SELECT $2::int AS copy) n
          WHERE o.restaurant_id = $1 AND o.id IN (SELECT id FROM originals)`,
        [restaurantId, copy],
      );
    await client.query("SET session_replication_role = 'origin'");
    const startedAt = performance.now();
    await client.query('SELECT rebuild_figures($1)', [restaurantId]);
    await client.query('ANALYZE orders, order_figures, hour_figures, customer_figures, item_figures');
    console.info(`  sums of all orders computed anew in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  } finally {
    client.release();
  }
}
