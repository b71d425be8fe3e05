import { drizzle } from 'drizzle-orm/node-postgres';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { entities, type Table } from '../../contract/entity.ts';
import { ROWS_PER_VERSION } from '../../contract/limits.ts';
import { saveAccount } from '../../contract/settings/restaurant-calls.ts';
import { isCurrency, isTimeZone } from '../auth/countries.ts';
import { exportedTables } from '../db/restaurant-tables.ts';
import { lockSpace, raiseVersion } from '../db/space.ts';
import { restaurants } from '../db/schema/restaurants.ts';
import { refuse, Refusal } from '../pipeline/handler.ts';
import type { Tx } from '../db/tx.ts';
import { rootOf } from '../platform/log.ts';
import { mirrored, selectRows, toWire } from '../sync/rows.ts';
import { everything } from '../sync/view.ts';
import { checkSubdomain } from '../website/domain.ts';
import { adaptRow } from './adapt-row.ts';
import { readEntries } from './check-file.ts';
import { ImportFault } from './import-fault.ts';
import { tableOfFile, type Header } from './manifest.ts';
import { rowsOf } from './rows-of.ts';

export interface ImportOptions {
  path: string;
  header: Header;
  restaurantId: string;
  userId: string;
  now: Date;
}

export interface Written {
  rows: Record<string, number>;
  isAddressKept: boolean;
  version: number;
}

type Row = Record<string, unknown>;

/** Refuses an account that is in use, by what it has. */
const MUST_BE_EMPTY: Record<string, string> = {
  orders: 'orders',
  menu_items: 'a menu',
  menu_categories: 'a menu',
  customers: 'customers',
  reservations: 'reservations',
  payments: 'payments',
  ledger_entries: 'payments',
  chats: 'chats',
  promotions: 'promotions',
  inventory_items: 'an inventory',
  canned_replies: 'saved replies',
};

export async function refuseFilled(client: pg.ClientBase): Promise<Refusal | null> {
  for (const [table, what] of Object.entries(MUST_BE_EMPTY)) {
    const { rows } = await client.query<{ some: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM ${pg.escapeIdentifier(table)}) AS some`,
    );
    if (rows[0]!.some)
      return refuse('account_not_empty', {
        message: `This account already has ${what}. Import into a new account, so that nothing is mixed up or replaced`,
      });
  }
  return null;
}

/**
 * Writes the rows of a checked file, in the caller's transaction of the restaurant's role. Ids of rows stay, as they count within a
 * restaurant; the ids of the former restaurant and its owner become those of this one, wherever they occur. Throws an ImportFault.
 */
export async function writeImport(client: pg.PoolClient, options: ImportOptions): Promise<Written | Refusal> {
  const { restaurantId, path } = options;
  if (!(await lockSpace(client, restaurantId))) throw new Error('The restaurant has no space');
  const filled = await refuseFilled(client);
  if (filled) return filled;
  const db = drizzle(client);
  // A new account may have an empty menu and preferences, and every account has a notification or two.
  for (const table of ['menu_books', 'modifier_groups', 'delivery_locations', 'notification_preferences'])
    await client.query(`DELETE FROM ${table}`);
  const written: Written = { rows: {}, isAddressKept: false, version: 0 };
  for await (const { name, body } of readEntries(path)) {
    const table = tableOfFile(name);
    if (table === null || !isImported(table)) continue;
    written.version = await raiseVersion(client, restaurantId);
    const stamp = { restaurant_id: restaurantId, version: written.version };
    const isFirst = written.rows[table] === undefined;
    // The trigger of the menu has begun periods for dishes that are sold out; the file knows since when.
    if (isFirst && table === 'sold_out_periods') await client.query('DELETE FROM sold_out_periods');
    let count = 0;
    for await (const some of readRows(body, options)) {
      const rows = some.map((row) => adaptRow(table, row, { userId: options.userId, at: options.now.toISOString() }));
      count += rows.length;
      if (count > ROWS_PER_VERSION) throw unreadable('One of its tables');
      if (table === 'restaurants')
        written.isAddressKept = await explain(table, () => writeRestaurant(client, db, rows, stamp));
      else await explain(table, () => insertRows(client, table, rows, stamp));
    }
    written.rows[table] = (written.rows[table] ?? 0) + count;
    if (table in entities) await checkRows(db, table as Table, written.version, options.now);
  }
  if (written.rows.restaurants !== 1) throw new ImportFault('The file has no restaurant.');
  // Each transaction of the books must balance; otherwise only the commit would say so.
  await explain('ledger_entries', () => client.query('SET CONSTRAINTS ALL IMMEDIATE'));
  return written;
}

const isImported = (table: string): boolean => exportedTables().get(table)?.isImported === true;

async function* readRows(body: Buffer, { header, restaurantId, userId }: ImportOptions): AsyncGenerator<Row[]> {
  const mend = (text: string) => text.replaceAll(header.restaurant_id, restaurantId).replaceAll(header.user_id, userId);
  const reading = rowsOf(body, mend);
  for (;;) {
    const next = await reading.next().catch((error: unknown) => {
      // The engine's words quote the file.
      throw error instanceof ImportFault ? error : unreadable('One of its tables');
    });
    if (next.done) return;
    yield next.value;
  }
}

/** Columns that are in the row and in the table; others get their defaults. */
async function columnsOf(client: pg.ClientBase, table: string, row: Row): Promise<string[]> {
  const { leftOut = [] } = exportedTables().get(table)!;
  const { rows } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
    [table],
  );
  return rows.map(({ name }) => name).filter((name) => Object.hasOwn(row, name) && !leftOut.includes(name));
}

async function insertRows(client: pg.PoolClient, table: string, rows: Row[], stamp: Row): Promise<void> {
  if (rows.length === 0) return;
  const stamped = rows.map((row) => ({ ...row, ...stamp }));
  const names = (await columnsOf(client, table, stamped[0]!)).map((name) => pg.escapeIdentifier(name)).join(', ');
  await client.query(
    `INSERT INTO ${pg.escapeIdentifier(table)} (${names}) SELECT ${names} FROM jsonb_populate_recordset(NULL::${pg.escapeIdentifier(table)}, $1::jsonb)`,
    [JSON.stringify(stamped)],
  );
}

/** The account keeps its id and is complete; it keeps its address if another restaurant has the one of the file. */
async function writeRestaurant(client: pg.PoolClient, db: Tx, rows: Row[], stamp: Row): Promise<boolean> {
  const [row, ...others] = rows;
  if (!row || others.length > 0) throw unreadable('The restaurant');
  const restaurantId = String(stamp.restaurant_id);
  const { slug, ...fields } = { ...row, ...stamp, id: restaurantId, is_profile_completed: true } as Row;
  const isFree =
    typeof slug === 'string' && (await checkSubdomain({ db, restaurantId }, slug)).availability === 'available';
  const stored = isFree ? { ...fields, slug } : fields;
  const names = (await columnsOf(client, 'restaurants', stored)).map((name) => pg.escapeIdentifier(name)).join(', ');
  await client.query(
    `UPDATE restaurants SET (${names}) = (SELECT ${names} FROM jsonb_populate_record(NULL::restaurants, $1::jsonb)) WHERE restaurant_id = $2`,
    [JSON.stringify(stored), restaurantId],
  );
  return isFree;
}

/** The rows of one version must be what devices expect: a file may be made by hand. */
async function checkRows(db: Tx, table: Table, version: number, now: Date): Promise<void> {
  const rows = await selectRows(db, table).where(eq(mirrored[table].version, version));
  for (const stored of rows)
    if (!entities[table].safeParse(toWire(table, stored, { now, view: everything })).success)
      throw unreadable(`The table “${table}”`);
  if (table !== 'restaurants') return;
  // Checked by the forms, not by the row.
  const [row] = await db.select().from(restaurants);
  const { timezone, currency, locale } = row!;
  const isKnown =
    isTimeZone(timezone) && isCurrency(currency) && saveAccount.options.body.shape.locale.safeParse(locale).success;
  if (!isKnown) throw unreadable('The time zone, currency or language of the restaurant');
  await explain(table, () => db.execute(sql`SELECT now() AT TIME ZONE ${timezone}`));
}

/** What the database refuses is the file's fault, except when it is busy or broken. */
async function explain<T>(table: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const code = (rootOf(error) as { code?: string }).code ?? '';
    // Data exceptions, violated constraints and exceeded limits, such as a value that is nested too deeply.
    if (/^(2[23]|54)/.test(code)) throw unreadable(`The table “${table}”`);
    throw error;
  }
}

const unreadable = (what: string) => new ImportFault(`${what} in the file cannot be read. Nothing was imported.`);
