import { and, eq, isNull } from 'drizzle-orm';
import type { CannedReply } from '../../../contract/chats/canned-reply-calls.ts';
import { sortCannedReplies } from '../../../contract/chats/canned-replies.ts';
import { canned_replies } from '../../db/schema/chats.ts';
import type { Tx } from '../../db/tx.ts';
import { isId } from '../../platform/ids.ts';
import type { FieldChanges } from '../../db/field-merge.ts';

const toReply = ({ restaurant_id: _, field_changes: __, ...reply }: typeof canned_replies.$inferSelect): CannedReply =>
  reply;

const live = (restaurantId: string) =>
  and(eq(canned_replies.restaurant_id, restaurantId), isNull(canned_replies.deleted_at));

/** Those that are not deleted, in their order. */
export async function liveReplies(db: Tx, restaurantId: string): Promise<CannedReply[]> {
  const rows = await db.select().from(canned_replies).where(live(restaurantId));
  return sortCannedReplies(rows.map(toReply));
}

export const countReplies = (db: Tx, restaurantId: string): Promise<number> =>
  db.$count(canned_replies, live(restaurantId));

/** Also one that was deleted. */
export async function findReply(
  db: Tx,
  restaurantId: string,
  id: string,
): Promise<{ reply: CannedReply; fieldChanges: FieldChanges } | null> {
  if (!isId(id)) return null;
  const [row] = await db
    .select()
    .from(canned_replies)
    .where(and(eq(canned_replies.restaurant_id, restaurantId), eq(canned_replies.id, id)))
    .limit(1);
  return row ? { reply: toReply(row), fieldChanges: row.field_changes } : null;
}

export async function findByShortcut(db: Tx, restaurantId: string, shortcut: string): Promise<CannedReply | null> {
  const [row] = await db
    .select()
    .from(canned_replies)
    .where(and(live(restaurantId), eq(canned_replies.shortcut, shortcut)))
    .limit(1);
  return row ? toReply(row) : null;
}

export async function insertReply(db: Tx, restaurantId: string, reply: CannedReply): Promise<void> {
  await db.insert(canned_replies).values({ ...reply, restaurant_id: restaurantId });
}

export async function updateReply(
  db: Tx,
  restaurantId: string,
  id: string,
  fields: Partial<CannedReply> & { field_changes?: FieldChanges },
): Promise<void> {
  await db
    .update(canned_replies)
    .set(fields)
    .where(and(eq(canned_replies.restaurant_id, restaurantId), eq(canned_replies.id, id)));
}
