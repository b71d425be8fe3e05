import { and, eq, isNull } from 'drizzle-orm';
import type { Chat } from '../../contract/chats/calls.ts';
import { toChat } from '../chats/store.ts';
import { chats } from '../db/schema/chats.ts';
import type { Tx } from '../db/tx.ts';
import { hashToken } from '../pipeline/authenticate.ts';

export async function chatOfToken(db: Tx, restaurantId: string, token: string): Promise<Chat | null> {
  const [row] = await db
    .select()
    .from(chats)
    .where(
      and(
        eq(chats.restaurant_id, restaurantId),
        eq(chats.public_token_hash, hashToken(token)),
        isNull(chats.deleted_at),
      ),
    )
    .limit(1);
  return row ? toChat(row) : null;
}
