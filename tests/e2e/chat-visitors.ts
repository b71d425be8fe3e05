import type pg from 'pg';
import { expect } from 'vitest';
import { requestData } from './api.ts';
import type { Galley } from './galley.ts';

/** A customer in the website's chat. */
export interface ChatVisitor {
  chatId: string;
  write(message: string): Promise<void>;
  /** The restaurant's messages so far, oldest first, once there are `count`; they count as read from now on. */
  read(count: number): Promise<string[]>;
}

/** Opens a chat of the website for each customer whom the result is called with. */
export const chatVisitors =
  (galley: Galley, owner: pg.Pool, slug: string) =>
  async (who: { name: string; phone?: string }, message: string): Promise<ChatVisitor> => {
    const storefrontPath = `/public/restaurants/${slug}/chats`;
    const { token } = await requestData<{ token: string }>(galley.origin, 'POST', storefrontPath, {
      body: { customer: who, message },
    });
    const { rows } = await owner.query<{ id: string }>('SELECT id FROM chats WHERE customer_name = $1', [who.name]);
    return {
      chatId: rows[0]!.id,
      async write(message) {
        await requestData(galley.origin, 'POST', `${storefrontPath}/${token}/messages`, { body: { message } });
      },
      async read(count) {
        const list = async () =>
          (
            await requestData<{ author: string; message: string; sent_at: string }[]>(
              galley.origin,
              'GET',
              `${storefrontPath}/${token}/messages`,
            )
          ).filter(({ author }) => author !== 'customer');
        // A job sends replies a moment after the server has them.
        await expect.poll(async () => (await list()).length).toBeGreaterThanOrEqual(count);
        const messages = await list();
        const upto = messages.at(-1)?.sent_at;
        if (upto)
          await requestData(galley.origin, 'POST', `${storefrontPath}/${token}/receipts`, {
            body: { delivery_status: 'read', upto },
          });
        return messages.map((one) => one.message);
      },
    };
  };
