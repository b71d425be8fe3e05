import { sql } from 'drizzle-orm';
import type { BaseContext } from '../pipeline/handler.ts';

export interface ReplyTraces {
  /** Anywhere in a reply. */
  texts: readonly string[];
  /** Of the row that a reply is, or of the first message of a chat. */
  rowIds: readonly string[];
  orderNos: readonly string[];
}

/**
 * Empties the stored results of mutations that are about these rows or contain these texts. Key and outcome stay, so a mutation that is sent
 * again is still not done twice; its answer then comes without rows, which the device has from its pull.
 */
export async function forgetReplies(c: BaseContext, { texts, rowIds, orderNos }: ReplyTraces): Promise<void> {
  const list = (values: readonly string[]) => sql`(SELECT jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;
  await c.db.execute(sql`
    UPDATE mutation_results SET reply = NULL, notice = notice - 'current', error = error - 'current'
     WHERE restaurant_id = ${c.restaurantId}
       AND (reply IS NOT NULL OR jsonb_exists(notice, 'current') OR jsonb_exists(error, 'current'))
       AND (reply->>'id' IN ${list(rowIds)} OR reply #>> '{messages,0,id}' IN ${list(rowIds)}
            OR reply->>'order_no' IN ${list(orderNos)}
            OR EXISTS (SELECT 1 FROM jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) AS n(text)
                 WHERE position(n.text IN concat(reply::text, notice::text, error::text)) > 0))`);
}
