import type { Enqueue } from '../../pipeline/handler.ts';

interface AnnounceContext {
  restaurantId: string;
  enqueue: Enqueue;
}

/**
 * Queues the mail, and a push for each of the devices, in the notification's transaction. The jobs ask each person's preferences again. The
 * content is composed when it is sent.
 */
export async function announce(
  { restaurantId, enqueue }: AnnounceContext,
  notificationId: string,
  { devices, byMail }: { devices: readonly string[]; byMail: boolean },
): Promise<void> {
  const ids = { restaurant_id: restaurantId, notification_id: notificationId };
  if (byMail) await enqueue('mail.notification', ids);
  await enqueue(
    'push.notification',
    devices.map((device_id) => ({ ...ids, device_id })),
  );
}
