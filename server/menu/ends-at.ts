import { and, eq, isNull, sql } from 'drizzle-orm';
import { menu_books, menu_categories, menu_items, modifier_groups } from '../db/schema/menu.ts';
import type { BaseContext } from '../pipeline/handler.ts';

type C = Pick<BaseContext, 'db' | 'restaurantId' | 'now'>;

const live = (
  { restaurantId }: C,
  of: typeof menu_books | typeof menu_categories | typeof menu_items | typeof modifier_groups,
) => and(eq(of.restaurant_id, restaurantId), isNull(of.deleted_at));

/** When the next absence of a dish, a variant or a modifier ends by itself; null: none does. */
export async function nextReturn(c: C): Promise<Date | null> {
  const ofParts = (column: typeof menu_items.variants | typeof modifier_groups.modifiers) =>
    sql`SELECT (part->>'unavailable_until')::timestamptz FROM ${column.table}, jsonb_array_elements(${column}) part`;
  const { rows } = await c.db.execute<{ at: string | null }>(sql`SELECT min(at) AS at FROM (
      SELECT unavailable_until AS at FROM ${menu_items} WHERE ${live(c, menu_items)}
      UNION ALL ${ofParts(menu_items.variants)} WHERE ${live(c, menu_items)}
      UNION ALL ${ofParts(modifier_groups.modifiers)} WHERE ${live(c, modifier_groups)}) ends
    WHERE at > ${c.now.toISOString()}`);
  const at = rows[0]?.at ?? null;
  return at === null ? null : new Date(at);
}

const MINUTE = 60_000;

/** The same, or the next minute: times of serving begin and end with a minute of the restaurant's wall clock, and of every clock. */
export async function nextServed(c: C): Promise<Date | null> {
  const timed = [menu_books, menu_categories, menu_items].map(
    (of) => sql`SELECT 1 FROM ${of} WHERE ${live(c, of)} AND jsonb_array_length(${of.availability_windows}) > 0`,
  );
  const { rows } = await c.db.execute<{ is_timed: boolean }>(
    sql`SELECT EXISTS (${sql.join(timed, sql` UNION ALL `)}) AS is_timed`,
  );
  const back = await nextReturn(c);
  if (!rows[0]!.is_timed) return back;
  const minute = new Date((Math.floor(c.now.getTime() / MINUTE) + 1) * MINUTE);
  return back && back < minute ? back : minute;
}
