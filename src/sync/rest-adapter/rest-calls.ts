import type { Call } from '../../../contract/call.ts';
import type { OutboxEntry } from '../../data/db.ts';
import type { RestCall } from './api.ts';

/** Fields that only our own server asks for; somebody else's may refuse what it does not know. */
const ours = ['id', 'device_name', 'was_offline', 'lines_before', 'expected_price_amount'];

/** A queued change as the specification has it: its path, its method, its fields, and those of the data dictionary. */
export function toRestCall(call: Call, entry: OutboxEntry): RestCall {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(entry.path[name] ?? ''));
  const isTold = (name: string) => (entry.call === 'chats.sendMessage' ? name === 'message' : !ours.includes(name));
  const body = Object.fromEntries(Object.entries(entry.body).filter(([name]) => isTold(name)));
  const isEmpty = call.method === 'DELETE' && Object.keys(body).length === 0;
  return { method: call.method, path, key: entry.key, ...(isEmpty ? {} : { body: { ...body, ...named(entry) } }) };
}

/** What the specification names and our own calls leave out, because they say it in another way. */
function named({ call, path, body }: OutboxEntry): Record<string, unknown> {
  if (call === 'orders.setStatus') return { order_id: path['id'] };
  if (call !== 'menu.setAvailability') return {};
  const status = body['availability_status'];
  return status === undefined ? {} : { is_available: status === 'available' };
}

/** Deleting what is gone already is done. */
export const isRemoval = ({ call }: Pick<OutboxEntry, 'call'>): boolean => /\.remove/.test(call);

/**
 * Additions to the specification that are worth something on this device alone: it rings no more, a chat is read, a line is struck off.
 * They are done here, and no server hears of them.
 */
export const isLocalOnly = ({ call }: Pick<OutboxEntry, 'call'>): boolean =>
  ['orders.acknowledge', 'orders.setLineStatus', 'chats.markAsRead'].includes(call);
