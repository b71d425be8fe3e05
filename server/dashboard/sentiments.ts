import { sql } from 'drizzle-orm';
import type { Insights } from '../../contract/dashboard/calls.ts';
import type { Tx } from '../db/tx.ts';
import { span } from './figures.ts';
import type { Period } from './periods.ts';

/** What only one customer wrote about would point at a person. */
const CUSTOMERS_MIN = 2;
const TOPICS_MAX = 12;

/**
 * Customers by how they sounded in the period, each once: happy if more of their messages and ratings are happy than are not, and the other
 * way round. A rating of 4 or 5 counts as a happy message, 1 or 2 as one that is not.
 */
export async function customerSentiments(
  db: Tx,
  restaurantId: string,
  period: Period,
): Promise<Insights['customer_sentiments']> {
  const { from, to } = span(period);
  const { rows } = await db.execute<{ sign: number; count: number }>(sql`
    SELECT sign, count(*)::int AS count FROM (
      SELECT sign(sum(score))::int AS sign FROM (
        SELECT c.customer_id, CASE m.sentiment WHEN 'happy' THEN 1 WHEN 'not_happy' THEN -1 ELSE 0 END AS score
          FROM chat_sentiments m JOIN chats c ON c.restaurant_id = m.restaurant_id AND c.id = m.chat_id
         WHERE m.restaurant_id = ${restaurantId} AND m.sentiment <> 'unknown'
           AND m.created_at >= ${from} AND m.created_at < ${to}
        UNION ALL
        SELECT coalesce(customer_id, order_id), sign(rating - 3)::int
          FROM order_ratings
         WHERE restaurant_id = ${restaurantId} AND updated_at >= ${from} AND updated_at < ${to}) AS signals
       GROUP BY customer_id) AS customers
     GROUP BY sign`);
  const countOf = (sign: number) => rows.find((row) => row.sign === sign)?.count ?? 0;
  return { happy: countOf(1), neutral: countOf(0), not_happy: countOf(-1) };
}

export async function topicCounts(
  db: Tx,
  restaurantId: string,
  period: Period,
): Promise<Insights['topics_and_keywords']> {
  const { from, to } = span(period);
  const { rows } = await db.execute<{ topic: string; count: number }>(sql`
    SELECT topic, count(DISTINCT m.chat_id)::int AS count
      FROM chat_sentiments m
      JOIN chats c ON c.restaurant_id = m.restaurant_id AND c.id = m.chat_id
     CROSS JOIN unnest(m.topics) AS topic
     WHERE m.restaurant_id = ${restaurantId} AND m.sentiment <> 'unknown'
       AND m.created_at >= ${from} AND m.created_at < ${to}
     GROUP BY topic
    HAVING count(DISTINCT c.customer_id) >= ${CUSTOMERS_MIN}
     ORDER BY 2 DESC, 1
     LIMIT ${TOPICS_MAX}`);
  return rows;
}
