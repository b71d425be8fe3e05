import { and, eq, sql } from 'drizzle-orm';
import { restaurant_settings } from '../../db/schema/settings.ts';
import type { Tx } from '../../db/tx.ts';

const NAME = 'chatbot_usage';

interface Day {
  db: Tx;
  restaurantId: string;
  now: Date;
  /** Of the restaurant's calendar. */
  date: string;
}

const ofRestaurant = (restaurantId: string) =>
  and(eq(restaurant_settings.restaurant_id, restaurantId), eq(restaurant_settings.name, NAME));
const { value } = restaurant_settings;
const usedOn = (date: string) =>
  sql`CASE WHEN ${value}->>'date' = ${date} THEN (${value}->>'tokens')::bigint ELSE 0 END`;

/** Tokens that the model has used for this restaurant on a date. */
export async function readUsage({ db, restaurantId, date }: Omit<Day, 'now'>): Promise<number> {
  const [row] = await db.select({ value }).from(restaurant_settings).where(ofRestaurant(restaurantId));
  const { date: day, tokens } = (row?.value ?? {}) as { date?: string; tokens?: number };
  return day === date ? (tokens ?? 0) : 0;
}

/** Sets tokens aside in one statement, so that messages at the same time stay within the bound together. False: it would be exceeded. */
export async function reserveTokens(
  { db, restaurantId, now, date }: Day,
  tokens: number,
  max: number,
): Promise<boolean> {
  if (tokens > max) return false;
  const updated_at = now.toISOString();
  const rows = await db
    .insert(restaurant_settings)
    .values({ restaurant_id: restaurantId, name: NAME, value: { date, tokens }, updated_at })
    .onConflictDoUpdate({
      target: [restaurant_settings.restaurant_id, restaurant_settings.name],
      set: {
        value: sql`jsonb_build_object('date', ${date}::text, 'tokens', ${usedOn(date)} + ${tokens}::bigint)`,
        updated_at,
      },
      setWhere: sql`${usedOn(date)} + ${tokens}::bigint <= ${max}::bigint`,
    })
    .returning({ name: restaurant_settings.name });
  return rows.length > 0;
}

/** What was set aside and not used; less than nothing where more was used. */
export async function returnTokens({ db, restaurantId, date }: Omit<Day, 'now'>, tokens: number): Promise<void> {
  await db
    .update(restaurant_settings)
    .set({
      value: sql`jsonb_build_object('date', ${date}::text, 'tokens', greatest(0, ${usedOn(date)} - ${tokens}::bigint))`,
    })
    .where(and(ofRestaurant(restaurantId), sql`${value}->>'date' = ${date}`));
}
