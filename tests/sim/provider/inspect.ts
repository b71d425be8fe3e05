import { findCustomer } from '../../support/doubles/graph/state.ts';
import { toMessage } from './devices.ts';
import { SERVER, type Message } from './judge.ts';
import type { History } from './state.ts';

/** The customer of each chat, by the ids of WhatsApp: whoever got a message before they wrote is called by their number. */
export async function chatsOfServer({ app, owner, double }: History): Promise<Map<string, string>> {
  const { rows } = await app.pools.owner.query<{ chat_id: string; user_id: string | null; wa_id: string | null }>(
    'SELECT chat_id, user_id, wa_id FROM whatsapp_contacts WHERE restaurant_id = $1',
    [owner.restaurant.id],
  );
  return new Map(
    rows.map(({ chat_id, user_id, wa_id }) => [chat_id, findCustomer(double.state, user_id ?? wa_id ?? '')!.name]),
  );
}

export async function messagesOfServer({ app, owner }: History): Promise<Message[]> {
  const { rows } = await app.pools.owner.query<Parameters<typeof toMessage>[0]>(
    'SELECT id, chat_id, author, message, delivery_status, failure_code FROM chat_messages WHERE restaurant_id = $1',
    [owner.restaurant.id],
  );
  return rows.map(toMessage);
}

/** After the server has worked. */
export const inspectServer = async (history: History) =>
  history.judge.observes(SERVER, await messagesOfServer(history), await chatsOfServer(history));

/** After each operation. */
export async function inspect(history: History): Promise<void> {
  const { judge, customers, devices } = history;
  for (const { name, screen } of customers) judge.phone(name, screen);
  const names = await chatsOfServer(history);
  await inspectServer(history);
  for (const device of devices) {
    const own = (await device.chats()).map(({ id }) => [id, names.get(id)!] as const);
    judge.observes(device.name, await device.messages(), new Map(own));
  }
}
