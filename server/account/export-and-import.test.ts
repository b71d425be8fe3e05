import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IMAGE_WIDTHS } from '../../contract/files/images.ts';
import { ofTable, type Exported } from '../../tests/support/exported-rows.ts';
import { fingerprint } from '../../tests/api/fingerprint.ts';
import { pullAll, tablet } from '../../tests/api/tablet.ts';
import { callApi, requestData } from '../../tests/support/api.ts';
import { entriesOf, exportOf, importFile, pack, requestExport } from '../../tests/support/exported.ts';
import { findWrongSums } from '../../tests/support/ledger-sums.ts';
import { makeSampleRows } from '../../tests/support/sample-rows.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { writeArchive } from '../backup/archive.ts';
import type { Entry } from '../backup/tar.ts';
import { fileKey } from '../chats/files/file-key.ts';
import { openFiles } from '../platform/files/open-files.ts';
import { newId } from '../platform/ids.ts';
import { deleteOldOf } from '../../tests/support/delete-old.ts';
import { partKey } from './upload.ts';
import { exportedTables, type ExportedTable } from '../db/restaurant-tables.ts';

let app: TestApp;
let owner: SignedUp;
let file: Buffer<ArrayBuffer>;
let entries: Entry[];
/** The account into which the file was imported. */
let moved: SignedUp;
let imageUrl: string;
const large = randomBytes(1.5 * 1024 * 1024);
let imported: Awaited<ReturnType<typeof importFile>>;

beforeAll(async () => {
  app = await startApp();
  owner = await signUp(app, { restaurantName: 'Harbour Lights' });
  await fill();
  // What it notifies of belongs to both accounts.
  await app.jobs.drain();
  file = Buffer.from(await exportOf(app, owner));
  entries = await entriesOf(file);
  moved = await signUp(app, { restaurantName: 'Newly Opened' });
  imported = await importFile(app, moved, file);
});
afterAll(() => app.close());

const as = <T = unknown>(who: SignedUp, method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
  requestData<T>(app.fetch, method, path, { token: who.token, body });

/** A row in every table that an import takes. */
async function fill() {
  const rows = await makeSampleRows(app, owner);
  // More than one part of an upload.
  await openFiles(app.env).put(fileKey(owner.restaurant.id, rows.chatFileId), large);
  const items = `/menu/books/${rows.menu.bookId}/categories/${rows.menu.categoryId}/items`;
  await as(owner, 'PUT', `/menu/books/${rows.menu.bookId}`, { status: 'published' });
  const pictures = await Promise.all(
    IMAGE_WIDTHS.map((width) =>
      sharp({ create: { width, height: 100, channels: 3, background: '#a33' } })
        .webp()
        .toBuffer(),
    ),
  );
  const stored = await as<{ image_url: string }>(owner, 'PUT', `/files/${newId()}`, {
    files: pictures.map((bytes) => bytes.toString('base64')),
  });
  imageUrl = stored.image_url;
  await as(owner, 'PUT', `${items}/${rows.menu.itemIds[0]}`, { image_url: imageUrl });
  await as(owner, 'PUT', `${items}/${rows.menu.itemIds[1]}/update-availability`, {
    is_available: false,
    availability_status: 'sold_out',
  });
  await as(owner, 'POST', '/website-setup/theme-colors', {
    theme_colors: { primary: '#0B5FA5', background: '#FFFFFF', text: '#1A1A1A' },
  });
  await as(owner, 'POST', '/website-setup/extra-pages', {
    is_about_page_enabled: true,
    about_page_content: 'Since 1998',
    is_contact_page_enabled: false,
    contact_page_content: '',
    social_media_links: { instagram: 'https://www.instagram.com/the.anchor' },
  });
  await as(owner, 'POST', '/chatbot/deliverypartner', {
    partner_name: 'Bikes',
    partner_url: 'https://bikes.example.com',
  });
  await as(owner, 'POST', '/settings/notifications', { volume: 80 });
  await as(owner, 'PUT', `/customers/${rows.customerId}/consents/email`, { granted: true, source: 'In person' });
  await as(owner, 'POST', '/customers', { name: '=HYPERLINK("https://evil.test")' });
  const walkIn = await as<{ id: string }>(owner, 'POST', '/orders', {
    channel: 'walk_in',
    order_type: 'pickup',
    lines: [{ menu_item_id: rows.menu.itemIds[0], quantity: 2 }],
    customer_id: rows.customerId,
  });
  for (const order_status of ['ready', 'completed'])
    await as(owner, 'POST', `/orders/${walkIn.id}/status`, { order_status });
  await app.pools.owner.query(
    `INSERT INTO order_ratings (restaurant_id, order_id, rating, comment, created_at, updated_at) VALUES ($1, $2, 5, 'Good', $3, $3)`,
    [owner.restaurant.id, walkIn.id, app.clock.now()],
  );
  await app.pools.owner.query(
    `INSERT INTO promotion_uses (restaurant_id, id, promotion_id, order_id, discount_amount, revenue_amount, used_at)
     VALUES ($1, $2, $3, $4, 50, 950, $5)`,
    [owner.restaurant.id, newId(), rows.promotionId, walkIn.id, app.clock.now()],
  );
}

describe('an export', () => {
  test('needs the password, in the log and not in kitchen mode', async () => {
    const wrong = await requestExport(app, { ...owner, password: 'not the password' });
    expect([wrong.status, ((await wrong.json()) as { code: string }).code]).toEqual([400, 'wrong_credentials']);
    const kitchen = await as<{ token: string }>(owner, 'POST', '/auth/login', {
      email: owner.user.email,
      password: owner.password,
    });
    const tabletOwner = { ...owner, token: kitchen.token };
    await as(tabletOwner, 'POST', '/auth/kitchen-mode', { password: owner.password, pin: '4829' });
    const locked = await requestExport(app, tabletOwner);
    expect([locked.status, ((await locked.json()) as { code: string }).code]).toEqual([403, 'pin_needed']);
    expect(app.logged.filter(({ event }) => event === 'auth.data_exported')).toHaveLength(1);
  });

  test('contains rows, images, files and spreadsheets', () => {
    const names = entries.map(({ name }) => name);
    expect([names[0], names.at(-1)]).toEqual(['galley.json', 'manifest.json']);
    for (const [table, { isImported }] of exportedTables())
      if (isImported) expect(names).toContain(`data/${table}/1.json`);
    expect(names.filter((name) => name.startsWith('images/'))).toHaveLength(3);
    expect(names.filter((name) => name.startsWith('chat-files/'))).toHaveLength(1);
    expect(names).toContain('spreadsheets/customers.csv');
  });

  test('contains nothing of others, and no secret', async () => {
    const text = entries.map(({ body }) => body.toString('latin1')).join('\n');
    expect(text).toContain('Harbour Lights');
    expect(text).not.toContain('Newly Opened');
    const secrets = await app.pools.owner.query<{ secret: string }>(
      `SELECT password_hash AS secret FROM users UNION SELECT token_hash FROM sessions
       UNION SELECT token_sealed FROM channels WHERE token_sealed <> '' UNION SELECT public_token_hash FROM chats
       UNION SELECT public_token_hash FROM orders UNION SELECT secret_sealed FROM payment_accounts
       UNION SELECT auth FROM push_subscriptions`,
    );
    const known = secrets.rows.map(({ secret }) => secret).filter(Boolean);
    expect(known.length).toBeGreaterThan(5);
    expect(known.filter((secret) => text.includes(secret))).toEqual([]);
  });

  test('runs no cell of a spreadsheet as a formula', () => {
    const csv = entries.find(({ name }) => name === 'spreadsheets/customers.csv')!.body.toString();
    expect(csv).toContain("'=HYPERLINK(");
    expect(csv).not.toMatch(/(^|,)"?=HYPERLINK/m);
  });

  test('leaves no file behind', async () => {
    expect(await readdir(join(app.env.dataDir, 'temporary'))).toEqual([]);
  });
});

describe('an import', () => {
  test('says what it did', () => {
    expect(imported.error).toBeNull();
    expect(imported.data).toMatchObject({ images: 1, is_address_kept: false, rows: { restaurants: 1, orders: 4 } });
  });

  test('gives the same rows in every table', async () => {
    for (const [name, table] of exportedTables()) {
      if (!table.isImported) continue;
      const [before, after] = await Promise.all([owner, moved].map((who) => comparable(name, table, who)));
      expect([name, before!.length > 0]).toEqual([name, true]);
      expect([name, after]).toEqual([name, before]);
    }
  });

  test('gives the same insights and sums of sales', async () => {
    const insights = (who: SignedUp) => as<Record<string, unknown>>(who, 'GET', '/dashboard/insights?date=2026-11-20');
    expect({ ...(await insights(moved)), ...moneyOut }).toEqual({ ...(await insights(owner)), ...moneyOut });
    const sales = async (who: SignedUp) => {
      const { stats } = await callApi(app.fetch, 'GET', '/payments', { token: who.token });
      return (stats as { total_sales: number }).total_sales;
    };
    expect(await sales(owner)).toBeGreaterThan(0);
    expect(await sales(moved)).toBe(await sales(owner));
    expect(await findWrongSums(app.pools.owner)).toEqual([]);
    const figures = async (who: SignedUp) =>
      (
        await app.pools.owner.query(
          `SELECT channel, order_type, orders_count, revenue_amount FROM order_figures WHERE restaurant_id = $1 ORDER BY 1, 2`,
          [who.restaurant.id],
        )
      ).rows;
    expect((await figures(owner)).length).toBeGreaterThan(0);
    expect(await figures(moved)).toEqual(await figures(owner));
  });

  test('leaves the wallet with the account that earned it', async () => {
    const { stats } = await callApi(app.fetch, 'GET', '/payments', { token: moved.token });
    expect(stats).toMatchObject({
      wallet_balance: 0,
      pending_balance: 0,
      reserved_balance: 0,
      total_amount_withdrawn: 0,
    });
  });

  test('takes no orders until its owner switches it on', async () => {
    const shop = async () =>
      (
        await callApi<{ is_taking_orders: boolean; closed_reason: string }>(
          app.fetch,
          'GET',
          `/public/restaurants/${moved.restaurant.slug}`,
        )
      ).data;
    expect(await shop()).toMatchObject({ is_taking_orders: false, closed_reason: 'paused' });
    await as(moved, 'PUT', '/ordering-status', { ordering_status: 'open', extra_prep_minutes: 0 });
    expect((await shop()).closed_reason).not.toBe('paused');
  });

  test('brings waiting orders that neither ring nor are escalated or rejected', async () => {
    const waiting = async (who: SignedUp) =>
      (
        await app.pools.owner.query<{ id: string; acknowledged: number; last: string; answer_by_at: Date | null }>(
          `SELECT id, jsonb_array_length(acknowledged_by_device_ids) AS acknowledged, events->-1->>'type' AS last, answer_by_at
             FROM orders WHERE restaurant_id = $1 AND order_status = 'pending' ORDER BY id`,
          [who.restaurant.id],
        )
      ).rows;
    const before = await waiting(owner);
    expect(before.length).toBeGreaterThan(0);
    expect(await waiting(moved)).toEqual(
      before.map(({ id }) => ({ id, acknowledged: 1, last: 'imported', answer_by_at: null })),
    );
  });

  test('shows its images and syncs to devices', async () => {
    const url = imageUrl.replace(owner.restaurant.id, moved.restaurant.id);
    const shown = await app.fetch(new Request(`http://localhost/backend${url}`));
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const { pages } = await pullAll(tablet(app, moved), null, 50);
    const names = pages.flatMap(({ puts }) =>
      ((puts.menu_items ?? []) as { image_url: string }[]).map((row) => row.image_url),
    );
    expect(names).toContain(url);
  });

  test('is refused where there is something already', async () => {
    const before = await tablesOf();
    const { status, error } = await importFile(app, moved, file);
    expect([status, error?.code]).toEqual([409, 'account_not_empty']);
    expect(error?.message).toContain('already has orders');
    expect(await tablesOf()).toEqual(before);
  });
});

test('brings the files of chats and more rows than one version holds', async () => {
  const many = await signUp(app);
  await app.pools.owner.query(
    `INSERT INTO customers (restaurant_id, id, version, created_at, updated_at, name, customer_status, source, tags, note, allergens, addresses,
                            currency, language, marketing_consent)
     SELECT $1, gen_random_uuid(), (SELECT version FROM spaces WHERE restaurant_id = $1), now(), now(), 'Guest ' || n, 'active', 'manual',
            '[]', '', '[]', '[]', 'GBP', 'en', '{}' FROM generate_series(1, 1201) n`,
    [many.restaurant.id],
  );
  const target = await signUp(app);
  const { data } = await importFile(app, target, Buffer.from(await exportOf(app, many)));
  expect(data.rows.customers).toBe(1201);
  const { rows } = await app.pools.owner.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM customers WHERE restaurant_id = $1 GROUP BY version ORDER BY 1',
    [target.restaurant.id],
  );
  expect(rows.map(({ count }) => count)).toEqual([201, 500, 500]);

  const [file] = (
    await app.pools.owner.query<{ id: string }>('SELECT id FROM chat_files WHERE restaurant_id = $1', [
      moved.restaurant.id,
    ])
  ).rows;
  const stored = await openFiles(app.env).get(fileKey(moved.restaurant.id, file!.id));
  expect(Buffer.from(stored!).equals(large)).toBe(true);
});

test('parts that nobody imports are deleted after a day', async () => {
  const left = await signUp(app);
  await as(left, 'PUT', '/settings/import/parts/0', { file: [btoa('a part')] });
  const part = () => openFiles(app.env).get(partKey(left.restaurant.id, 0));
  await deleteOldOf('account', app, new Date(app.clock.now().getTime() + 3_600_000));
  expect(await part()).not.toBeNull();
  await deleteOldOf('account', app, new Date(app.clock.now().getTime() + 25 * 3_600_000));
  expect(await part()).toBeNull();
});

describe('a file that', () => {
  let fresh: SignedUp;
  beforeAll(async () => void (fresh = await signUp(app, { restaurantName: 'Still Empty' })));

  const changed = (table: string, change: (rows: Exported[]) => unknown) =>
    pack(
      entries.map((entry) =>
        entry.name === `data/${table}/1.json`
          ? { ...entry, body: Buffer.from(JSON.stringify(change(ofTable(entries, table)))) }
          : entry,
      ),
    );
  const refused: [string, () => Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>, string][] = [
    ['is cut off', () => file.subarray(0, file.length - 2000), 'damaged'],
    ['has a changed byte', () => flipped(), 'damaged'],
    ['is something else', () => Buffer.from('PK\u0003\u0004 another archive'), 'not a file that Galley exported'],
    ['lost an entry', async () => Buffer.from(await packWithout('data/orders/1.json')), 'damaged'],
    [
      'is of a later version',
      () =>
        pack(
          entries.map((entry) =>
            entry.name === 'galley.json'
              ? { ...entry, body: Buffer.from(entry.body.toString().replace(/"schema": \d+/, '"schema": 9999')) }
              : entry,
          ),
        ),
      'later version',
    ],
    [
      'has a row that no device could read',
      () => changed('orders', (rows) => rows.map((row) => ({ ...row, lines: 5 }))),
      'orders',
    ],
    ['has books that do not balance', () => changed('ledger_entries', ([first]) => [first]), 'ledger_entries'],
    [
      'has a link that runs a script',
      () =>
        changed('restaurant_settings', (rows) =>
          rows.map((row) =>
            row.name === 'chatbot'
              ? {
                  ...row,
                  value: {
                    delivery_partners: [{ id: newId(), partner_name: 'x', partner_url: 'javascript:alert(1)' }],
                  },
                }
              : row,
          ),
        ),
      'settings',
    ],
    [
      'names an image elsewhere',
      () => changed('menu_items', (rows) => rows.map((row) => ({ ...row, image_url: 'https://evil.test/a.png' }))),
      'image',
    ],
    [
      'has a time zone that does not exist',
      () => changed('restaurants', (rows) => rows.map((row) => ({ ...row, timezone: 'Mars/Base' }))),
      'time zone',
    ],
    [
      'is nested too deeply',
      () =>
        pack(
          entries.map((entry) =>
            entry.name === 'data/customers/1.json'
              ? {
                  ...entry,
                  body: Buffer.from(
                    entry.body
                      .toString()
                      .replace(/"tags": \[[^\]]*\]/, `"tags": ${'['.repeat(50_000)}${']'.repeat(50_000)}`),
                  ),
                }
              : entry,
          ),
        ),
      'cannot be read',
    ],
    ['has no rows but text', () => changed('customers', () => 'text'), 'cannot be read'],
  ];

  test.each(refused)('%s is refused and changes nothing', async (_what, make, message) => {
    const before = await tablesOf();
    const { status, error } = await importFile(app, fresh, Buffer.from(await make()));
    expect([status, error?.code]).toEqual([422, 'invalid_fields']);
    expect(error?.field_errors?.file).toContain(message);
    expect(await tablesOf()).toEqual(before);
  });

  test('claims money and provider accounts gets neither', async () => {
    const forged = await changed('payments', (rows) =>
      rows.map((row) => ({
        ...row,
        provider: 'paystack',
        provider_reference: 'T123',
        restaurant_id: owner.restaurant.id,
      })),
    );
    const { error } = await importFile(app, fresh, forged);
    expect(error).toBeNull();
    const { rows } = await app.pools.owner.query(
      'SELECT DISTINCT provider, provider_reference, restaurant_id FROM payments WHERE restaurant_id <> $1',
      [owner.restaurant.id],
    );
    expect(
      rows.map((row: { provider: string; provider_reference: null }) => [row.provider, row.provider_reference]),
    ).toEqual([
      ['manual', null],
      ['manual', null],
    ]);
    const accounts = await app.pools.owner.query('SELECT DISTINCT restaurant_id FROM payment_accounts');
    expect(accounts.rows).toEqual([{ restaurant_id: owner.restaurant.id }]);
  });

  const flipped = () => {
    const copy = Buffer.from(file);
    const at = Math.floor(copy.length / 2);
    copy[at] = copy[at]! ^ 0xff;
    return copy;
  };
  /** With the former manifest. */
  async function packWithout(name: string) {
    const path = join(app.env.dataDir, 'without');
    await writeArchive(
      path,
      (async function* () {
        yield* entries.filter((entry) => entry.name !== name);
      })(),
      new Date(0),
    );
    return readFile(path);
  }
});

/** Of the former account's wallet. */
const moneyOut = { wallet_balance: 0, total_amount_withdrawn: 0 };

/** All but limits, which count attempts, and sessions, which note when they were seen. */
const tablesOf = () => fingerprint(app.pools.owner, ['rate_limits', 'sessions', 'files', 'spaces']);

/** Rows without what must differ: version, ids of the restaurant and its owner, and what an import changes on purpose. */
async function comparable(name: string, { key, leftOut = [], where = 'true' }: ExportedTable, who: SignedUp) {
  const deleted = await app.pools.owner.query(
    `SELECT 1 FROM pg_attribute WHERE attrelid = $1::regclass AND attname = 'deleted_at'`,
    [name],
  );
  const { rows } = await app.pools.owner.query<{ row: Record<string, unknown> }>(
    `SELECT to_jsonb(t) - 'restaurant_id' - 'version' - $2::text[] AS row FROM ${name} t
      WHERE restaurant_id = $1 AND (${where}) ${deleted.rowCount ? 'AND deleted_at IS NULL' : ''} ORDER BY ${key}`,
    [who.restaurant.id, [...leftOut, ...(onPurpose[name] ?? [])]],
  );
  return rows.map(
    ({ row }) =>
      JSON.parse(
        JSON.stringify(row).replaceAll(who.restaurant.id, 'RESTAURANT').replaceAll(who.user.id, 'OWNER'),
      ) as unknown,
  );
}

const onPurpose: Record<string, string[]> = {
  restaurants: [
    'slug',
    'ordering_status',
    'ordering_paused_until',
    'ordering_pause_reason',
    'ordering_changed_at',
    'ordering_op_id',
  ],
  orders: ['answer_by_at', 'acknowledged_by_device_ids', 'events'],
  payments: ['provider', 'provider_reference', 'receipt_url'],
  ledger_entries: ['account', 'withdrawal_id'],
  reservations: ['reminder_sent_at'],
  chat_messages: ['delivery_status', 'failure_code'],
  chat_files: ['media_id'],
};
