import { readdir, readFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '../../tests/support/cluster.ts';
import { freshDatabase } from '../../tests/support/database.ts';
import { findWrongSums } from '../../tests/support/ledger-sums.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await freshDatabase()));
afterAll(() => db.close());

async function apply(file: string) {
  const text = await readFile(new URL(`./migrations/${file}.sql`, import.meta.url), 'utf8');
  for (const statement of text.split('--> statement-breakpoint')) await db.owner.query(statement);
}

test('restaurants of version 1 get unique addresses and reload', async () => {
  await db.owner.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  for (const file of ['0000_ground', '0001_tenant_wall', '0002_confirmed_and_failed']) await apply(file);
  const names = ["Nonna's  Table", "Nonna's  Table", '寿司', 'A'.repeat(39) + ' B'];
  const addresses = ['nonna-s-table', 'nonna-s-table', 'kitchen', 'a'.repeat(39)];
  const ids = names.map(() => randomUUID());
  for (const [i, id] of ids.entries()) {
    await db.owner.query("INSERT INTO spaces (restaurant_id, epoch, version) VALUES ($1, 'first', 7)", [id]);
    await db.owner.query(
      `INSERT INTO restaurants (restaurant_id, id, version, created_at, updated_at, name, order_type, delivery_type, timezone, business_day_cutoff_time, locale, opening_hours, ordering_status, default_prep_minutes, is_profile_completed)
       VALUES ($1, $1, 7, now(), now(), $2, '[]', 'none', 'Europe/London', '04:00', 'en-GB', '{}', 'open', '{}', true)`,
      [id, names[i]],
    );
  }
  await apply('0003_kitchen');
  for (const [i, id] of ids.entries()) {
    const { rows } = await db.owner.query(
      'SELECT r.slug, r.version, s.version AS space, s.epoch, restaurant_of_slug(r.slug) AS found FROM restaurants r JOIN spaces s USING (restaurant_id) WHERE r.id = $1',
      [id],
    );
    expect(rows[0]).toMatchObject({ slug: `${addresses[i]}-${id.slice(-8)}`, version: '8', space: '8', found: id });
    expect(rows[0].epoch).not.toBe('first');
  }
});

test('sums of the books are filled from the entries of before', async () => {
  await db.owner.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const files = (await readdir(new URL('./migrations/', import.meta.url)))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.replace('.sql', ''))
    .toSorted();
  const from = files.findIndex((name) => name.endsWith('_ledger_sums'));
  for (const file of files.slice(0, from)) await apply(file);
  await db.owner.query(
    `INSERT INTO ledger_entries (restaurant_id, id, transaction_id, account, entry_type, amount, currency, effective_at, created_at)
     SELECT r, gen_random_uuid(), md5(r::text || n)::uuid, account, 'sale', sign * n, 'GBP', '2026-01-30'::timestamptz + n * interval '8 hours', now()
       FROM unnest($1::uuid[]) r, generate_series(1, 20) n, (VALUES ('till', 1), ('sales', -1)) lines (account, sign)`,
    [[randomUUID(), randomUUID()]],
  );
  for (const file of files.slice(from)) await apply(file);
  expect((await db.owner.query('SELECT 1 FROM ledger_sums')).rowCount).toBe(8);
  expect(await findWrongSums(db.owner)).toEqual([]);
});

test('what was sold is counted anew by what refunds took back of it', async () => {
  await db.owner.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const files = (await readdir(new URL('./migrations/', import.meta.url)))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.replace('.sql', ''))
    .toSorted();
  const from = files.findIndex((name) => name.endsWith('_net_sold'));
  for (const file of files.slice(0, from)) await apply(file);
  const [restaurant, customer, promotion] = [randomUUID(), randomUUID(), randomUUID()];
  await db.owner.query("INSERT INTO spaces (restaurant_id, epoch, version) VALUES ($1, 'first', 7)", [restaurant]);
  await db.owner.query(
    `INSERT INTO restaurants (restaurant_id, id, version, created_at, updated_at, name, slug, order_type, delivery_type, timezone, business_day_cutoff_time, locale, opening_hours, ordering_status, default_prep_minutes, is_profile_completed)
     VALUES ($1, $1, 7, now(), now(), 'Nonna', 'nonna', '[]', 'none', 'Europe/London', '04:00', 'en-GB', '{}', 'open', '{}', true)`,
    [restaurant],
  );
  await db.owner.query(
    `INSERT INTO customers (restaurant_id, id, version, created_at, updated_at, name, customer_status, source, tags, note, allergens, addresses, marketing_consent, currency, total_spent_amount)
     VALUES ($1, $2, 7, now(), now(), 'Ann', 'active', 'order', '[]', '', '[]', '[]', '{}', 'GBP', 0)`,
    [restaurant, customer],
  );
  // Corrected to 15.00 and 5.00 given back; paid twice and once given back; the wrong card, then cash with a tip of 2.00; a gift.
  const rows = [
    [1500, 0, 2000, 500, 0, 'partially_refunded'],
    [1000, 0, 2000, 1000, 0, 'partially_refunded'],
    [2200, 200, 4200, 2000, -2000, 'partially_refunded'],
    [0, 0, 0, 0, 0, 'unpaid'],
    [900, 0, 900, 300, 0, 'partially_refunded'],
  ] as const;
  for (const [n, [total, tip, paid, refunded, due, status]] of rows.entries()) {
    const { rows: made } = await db.owner.query<{ id: string }>(
      `INSERT INTO orders (restaurant_id, id, version, created_at, updated_at, order_no, order_status, order_type, channel, customer_id, customer, due_at, lines, allergens, currency,
                           subtotal_amount, total_amount, tip_amount, paid_amount, refunded_amount, due_amount, taxes, payment_status, placed_at, events)
       VALUES ($1, gen_random_uuid(), 7, now(), now(), $2, 'accepted', 'pickup', 'walk_in', $3, '{}', now(), $4, '[]', 'GBP', $5::bigint - $6::bigint, $5, $6, $7, $8, $9, '[]', $10, now(), '[]')
       RETURNING id`,
      [
        restaurant,
        String(n),
        customer,
        JSON.stringify([{ id: randomUUID(), name: 'Pie', quantity: 1, total_amount: total - tip }]),
        total,
        tip,
        paid,
        refunded,
        due,
        status,
      ],
    );
    await db.owner.query(
      `INSERT INTO promotion_uses (restaurant_id, id, promotion_id, order_id, discount_amount, revenue_amount, used_at)
       VALUES ($1, gen_random_uuid(), $2, $3, 0, $4, now())`,
      [restaurant, promotion, made[0]!.id, total],
    );
  }
  for (const file of files.slice(from)) await apply(file);
  const read = async (text: string) => (await db.owner.query<Record<string, unknown>>(text)).rows.map(Object.values);
  expect(await read('SELECT due_amount, payment_status, version FROM orders ORDER BY order_no')).toEqual([
    ['0', 'paid', '8'],
    ['0', 'paid', '8'],
    ['0', 'paid', '8'],
    ['0', 'paid', '8'],
    ['0', 'partially_refunded', '7'],
  ]);
  expect(await read('SELECT total_spent_amount, version FROM customers')).toEqual([['5300', '8']]);
  expect(
    await read(
      'SELECT sum(revenue_amount) AS sold, sum(refunded_amount) AS back, sum(tip_amount) AS tips FROM hour_figures',
    ),
  ).toEqual([['5300', '300', '200']]);
  expect(await read('SELECT quantity, revenue_amount FROM item_figures')).toEqual([[5, '5100']]);
  expect(await read('SELECT sum(revenue_amount) FROM promotion_uses')).toEqual([['5100']]);
});
