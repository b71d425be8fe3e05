import { and, asc, eq, gt, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { phoneText, type PhoneFields } from '../../contract/auth/phone.ts';
import { phoneKeysOf } from '../../contract/auth/phone-search.ts';
import { mergedPhone } from '../../contract/customers/merge.ts';
import type { Actor } from '../../contract/fields.ts';
import { ROWS_PER_VERSION } from '../../contract/limits.ts';
import { mendPhone, readPhoneFields, storedPhone } from '../platform/phone-number.ts';
import type { Pools } from '../db/open.ts';
import { customers } from '../db/schema/customers.ts';
import { restaurants } from '../db/schema/restaurants.ts';
import { withTransaction } from '../db/with-transaction.ts';
import { oneByOne, type EachSpaceOptions } from '../jobs/for-each-space.ts';
import { inSpace, type Space } from '../jobs/in-space.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { notify } from '../notifications/notify.ts';
import type { Tx } from '../db/tx.ts';

/** Raise it when numbers are read by other rules: each restaurant's stored numbers are then read once more. */
const RULES = '2';
const galley: Actor = { kind: 'system', id: null, name: 'Galley' };
const NAMED = 3;

interface MendOptions extends EachSpaceOptions {
  pools: Pick<Pools, 'owner' | 'app'>;
  jobs: Pick<Jobs, 'enqueue'>;
}

interface Mending extends MendOptions {
  restaurantId: string;
  country: string | null;
  now: Date;
}

/**
 * Reads stored telephone numbers as new ones are read, once for each restaurant and again when its country changes. Former versions stored
 * some wrongly, and kept most national ones as typed. Of customers who then have one number, the first keeps it; the others are offered for
 * merging. Any number of processes may do it.
 */
export async function mendPhones(options: MendOptions, now: Date): Promise<void> {
  const { rows } = await options.pools.owner.query<{ restaurant_id: string; country_code: string | null }>(
    `SELECT restaurant_id, country_code FROM spaces JOIN restaurants USING (restaurant_id)
      WHERE phones_read_by IS DISTINCT FROM $1 || ':' || coalesce(country_code, '')`,
    [RULES],
  );
  const countries = new Map(rows.map((row) => [row.restaurant_id, row.country_code]));
  await oneByOne(options.log, 'mend_phones', [...countries.keys()], (restaurantId) =>
    mendRestaurant({ ...options, restaurantId, country: countries.get(restaurantId) ?? null, now }),
  );
}

async function mendRestaurant(mending: Mending): Promise<void> {
  const { pools, bus, log, jobs, restaurantId, country, now } = mending;
  const inNext = async <T>(run: (space: Space) => Promise<T>): Promise<T> => {
    const { result, version } = await inSpace(pools.app, restaurantId, run);
    if (version !== null) bus.publish(restaurantId, version);
    return result;
  };
  let mended = 0;
  for (let after: string | null = null; ;) {
    const page: MendedPage = await inNext((space) => mendCustomers(space, mending, after));
    mended += page.mended;
    if (page.last === null) break;
    after = page.last;
  }
  for (const place of textPlaces) {
    const spellings = await wrongSpellings(mending, place);
    if (spellings.length === 0) continue;
    while ((await inNext((space) => rewrite(space, mending, place, spellings))) === ROWS_PER_VERSION);
  }
  await inNext(async (space) => {
    await mendOwnNumbers(space, mending);
    const same = mended > 0 ? await readSame(space.db, restaurantId) : [];
    if (same.length > 0)
      await notify(
        { ...space, restaurantId, now, enqueue: (job, ids) => jobs.enqueue(space.db, job, ids) },
        sameNotification(same),
      );
    const readBy = `${RULES}:${country ?? ''}`;
    await space.db.execute(sql`UPDATE spaces SET phones_read_by = ${readBy} WHERE restaurant_id = ${restaurantId}`);
  });
  if (mended > 0) log.warn('phones_mended', { restaurant_id: restaurantId, customers: mended });
}

interface MendedPage {
  mended: number;
  /** Of the customers that were read; null: there are no more. */
  last: string | null;
}

/** The next customers with a number, by id, so that of those who have one number the oldest keeps it. */
async function mendCustomers(space: Space, mending: Mending, after: string | null): Promise<MendedPage> {
  const { restaurantId, now } = mending;
  const { db } = space;
  const isLive = and(eq(customers.restaurant_id, restaurantId), isNull(customers.deleted_at));
  const rows = await db
    .select({ id: customers.id, phone: customers.phone, phone_raw: customers.phone_raw })
    .from(customers)
    .where(
      and(
        isLive,
        sql`coalesce(${customers.phone}, ${customers.phone_raw}) IS NOT NULL`,
        after === null ? undefined : gt(customers.id, after),
      ),
    )
    .orderBy(asc(customers.id))
    .limit(ROWS_PER_VERSION);
  const read = rows.map((row) => ({ row, fields: mendedFields(row, mending.country) }));
  const numbers = read.flatMap(({ fields }) => fields.phone ?? []);
  const holders = await db
    .select({ id: customers.id, phone: customers.phone })
    .from(customers)
    .where(and(isLive, inArray(customers.phone, numbers)));
  const holderOf = new Map(holders.map(({ id, phone }) => [phone, id]));
  const changes = read.flatMap(({ row, fields }) => {
    const { phone: number } = fields;
    if (number !== null && !holderOf.has(number)) holderOf.set(number, row.id);
    const isOwn = number !== null && holderOf.get(number) === row.id;
    const next = { id: row.id, phone: isOwn ? number : null, phone_raw: isOwn ? fields.phone_raw : phoneText(fields) };
    return next.phone === row.phone && next.phone_raw === row.phone_raw ? [] : [next];
  });
  if (changes.length > 0)
    await db.execute(sql`
      UPDATE ${customers} SET phone = n.phone, phone_raw = n.phone_raw, version = ${await space.bump()},
             updated_at = ${now.toISOString()}, updated_by = ${JSON.stringify(galley)}::jsonb
        FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS n (id uuid, phone text, phone_raw text)
       WHERE ${customers.restaurant_id} = ${restaurantId} AND ${customers.id} = n.id`);
  return { mended: changes.length, last: rows.length < ROWS_PER_VERSION ? null : rows.at(-1)!.id };
}

function mendedFields({ phone, phone_raw }: PhoneFields, country: string | null): PhoneFields {
  const raw = readPhoneFields(phone_raw ?? '', country);
  if (phone === null) return raw;
  const mended = mendPhone(phone, country);
  return mended ? mergedPhone({ phone: mended, phone_raw: null }, raw) : readPhoneFields(phone, country);
}

/** Where a number is stored as it was given for one occasion: as E.164 or as typed. */
interface TextPlace {
  table: SQL;
  phone: SQL;
  /** Sets the number to `n.mended`. */
  set: SQL;
}
const textPlaces: TextPlace[] = [
  {
    table: sql`orders`,
    phone: sql`customer ->> 'phone'`,
    set: sql`customer = jsonb_set(customer, '{phone}', to_jsonb(n.mended))`,
  },
  { table: sql`reservations`, phone: sql`phone`, set: sql`phone = n.mended` },
];

interface Spelling {
  stored: string;
  mended: string;
}

async function wrongSpellings(
  { pools, restaurantId, country }: Mending,
  { table, phone }: TextPlace,
): Promise<Spelling[]> {
  const { rows } = await withTransaction(pools.app, restaurantId, 'read', (client) =>
    drizzle(client).execute<{ stored: string }>(
      sql`SELECT DISTINCT ${phone} AS stored FROM ${table} WHERE restaurant_id = ${restaurantId} AND ${phone} IS NOT NULL`,
    ),
  );
  return rows
    .map(({ stored }) => ({ stored, mended: mendPhone(stored, country) ?? storedPhone(stored, country) }))
    .filter(({ stored, mended }) => mended !== stored);
}

/** The next rows with one of the spellings; returns how many there were. */
async function rewrite(
  { db, bump }: Space,
  { restaurantId, now }: Mending,
  { table, phone, set }: TextPlace,
  spellings: Spelling[],
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    WITH next AS (
      SELECT id, m.mended FROM ${table}
        JOIN jsonb_to_recordset(${JSON.stringify(spellings)}::jsonb) AS m (stored text, mended text) ON m.stored = ${phone}
       WHERE restaurant_id = ${restaurantId} LIMIT ${ROWS_PER_VERSION}
    )
    UPDATE ${table} AS t SET ${set}, version = ${await bump()}, updated_at = ${now.toISOString()},
           updated_by = ${JSON.stringify(galley)}::jsonb
      FROM next n WHERE t.restaurant_id = ${restaurantId} AND t.id = n.id`);
  return rowCount ?? 0;
}

async function mendOwnNumbers({ db, bump }: Space, { restaurantId, country, now }: Mending): Promise<void> {
  const columns = { business: restaurants.phone_number_business, kitchen: restaurants.phone_number_kitchen };
  const isOwn = eq(restaurants.restaurant_id, restaurantId);
  const [own] = await db.select(columns).from(restaurants).where(isOwn);
  if (!own) return;
  const mend = (stored: string | null) => stored && (mendPhone(stored, country) ?? stored);
  const [business, kitchen] = [mend(own.business), mend(own.kitchen)];
  if (business === own.business && kitchen === own.kitchen) return;
  await db
    .update(restaurants)
    .set({
      phone_number_business: business,
      phone_number_kitchen: kitchen,
      version: await bump(),
      updated_at: now.toISOString(),
      updated_by: galley,
    })
    .where(isOwn);
}

/** The names of customers who have one number, for each such number. */
async function readSame(db: Tx, restaurantId: string): Promise<string[][]> {
  const rows = await db
    .select({ name: customers.name, phone: customers.phone, phone_raw: customers.phone_raw })
    .from(customers)
    .where(and(eq(customers.restaurant_id, restaurantId), isNull(customers.deleted_at)))
    .orderBy(asc(customers.created_at), asc(customers.id));
  const byKey = Map.groupBy(
    rows.flatMap((row) => phoneKeysOf(row).map((key) => ({ key, name: row.name }))),
    ({ key }) => key,
  );
  return [...byKey.values()].filter((same) => same.length > 1).map((same) => same.map(({ name }) => name));
}

function sameNotification(same: string[][]) {
  const more = same.length - NAMED;
  const named = same.slice(0, NAMED).map((names) => names.join(', '));
  return {
    type: 'system' as const,
    title:
      same.length === 1
        ? 'Customers have the same telephone number'
        : `${same.length} telephone numbers have more than one customer`,
    body: `${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}. Merge those who are one person.`,
    severity: 'info' as const,
    url: '/restaurant/customers?number=shared',
    group_key: 'customers_same_number',
  };
}
