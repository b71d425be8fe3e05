import type pg from 'pg';

/** Messages in one statement. */
const BATCH = 200;
/** At most this many batches in one round, so that a backlog leaves time for other work. */
const ROUNDS = 10;

interface Unjudged {
  id: string;
  restaurant_id: string;
  type: string;
  message: string;
}

/**
 * Reads customers' messages for how they sound and what they are about, and answers how many. Insights count what it finds.
 */
export async function judgeMessages(
  owner: pg.Pool,
  { load, languageOf }: { load: () => Promise<void>; languageOf: (messages: readonly string[]) => string },
): Promise<number> {
  let judged = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { rows } = await owner.query<Unjudged>(
      `SELECT m.id, m.restaurant_id, m.type, m.message
         FROM (SELECT * FROM chat_sentiments WHERE sentiment IS NULL ORDER BY created_at LIMIT $1) AS s
         JOIN chat_messages m ON m.restaurant_id = s.restaurant_id AND m.id = s.message_id`,
      [BATCH],
    );
    if (rows.length === 0) break;
    // The models of languages are large: a server whose customers do not write never loads them.
    await load();
    const { readText } = await import('./read-text.ts');
    const read = rows.map(({ id, restaurant_id, type, message }) => ({
      id,
      restaurant_id,
      ...(type === 'text' && message.trim() && languageOf([message]) === 'en'
        ? readText(message)
        : { sentiment: 'unknown', topics: [] }),
    }));
    await owner.query(
      `UPDATE chat_sentiments m SET sentiment = r.sentiment, topics = ARRAY(SELECT jsonb_array_elements_text(r.topics))
         FROM jsonb_to_recordset($1) AS r (id uuid, restaurant_id uuid, sentiment text, topics jsonb)
        WHERE m.restaurant_id = r.restaurant_id AND m.message_id = r.id`,
      [JSON.stringify(read)],
    );
    judged += rows.length;
    if (rows.length < BATCH) break;
  }
  return judged;
}
