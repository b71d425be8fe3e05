import type { Enqueue } from '../pipeline/handler.ts';
import type { Tx } from '../db/tx.ts';
import { notify } from '../notifications/notify.ts';
import { previewOf } from './write.ts';

interface FailedContext {
  db: Tx;
  restaurantId: string;
  now: Date;
  bump(): Promise<number>;
  enqueue: Enqueue;
}

/** Notifies the restaurant of a reply that did not reach its customer. */
export const notifySendFailed = (
  c: FailedContext,
  { id, chatId, customerId, message }: { id: string; chatId: string; customerId: string; message: string },
): Promise<void> =>
  notify(c, {
    type: 'chat_send_failed',
    title: 'A reply was not sent',
    body: previewOf(message),
    severity: 'warning',
    resource_type: 'chat',
    resource_id: chatId,
    url: `/restaurant/chats/${customerId}`,
    group_key: `chat_message:${id}`,
  });
