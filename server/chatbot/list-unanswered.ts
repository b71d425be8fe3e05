import { and, desc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { UNANSWERED_DAYS, UNANSWERED_MAX, type listUnanswered as call } from '../../contract/chatbot/calls.ts';
import type { Reply } from '../../contract/call.ts';
import { DAY } from '../../contract/restaurant/zone.ts';
import { chat_messages } from '../db/schema/chats.ts';
import type { Tx } from '../db/tx.ts';
import { fold } from './answer/text.ts';

type Question = Reply<typeof call>[number];

/** More than fit the list, as many ask the same. */
const READ_MAX = 500;

const asked = alias(chat_messages, 'asked');

/** What customers asked in the last days and the bot could not answer, the newest first. Equal questions are one. */
export async function listUnanswered(
  { db, restaurantId }: { db: Tx; restaurantId: string },
  now: Date,
): Promise<Question[]> {
  const rows = await db
    .select({ id: asked.id, question: asked.message, asked_at: asked.created_at })
    .from(chat_messages)
    .innerJoin(
      asked,
      and(eq(asked.restaurant_id, chat_messages.restaurant_id), eq(asked.id, chat_messages.unanswered_id)),
    )
    .where(
      and(
        eq(chat_messages.restaurant_id, restaurantId),
        isNotNull(chat_messages.unanswered_id),
        gt(chat_messages.created_at, new Date(now.getTime() - UNANSWERED_DAYS * DAY).toISOString()),
        isNull(asked.deleted_at),
      ),
    )
    .orderBy(desc(chat_messages.created_at))
    .limit(READ_MAX);
  const questions = new Map<string, Question>();
  for (const row of rows) {
    const key = fold(row.question.trim());
    const known = questions.get(key);
    if (known) known.times += 1;
    else questions.set(key, { ...row, times: 1 });
  }
  return [...questions.values()].slice(0, UNANSWERED_MAX);
}
