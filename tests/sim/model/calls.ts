import type { Row, Table } from '../../../contract/entity.ts';
import { rules } from '../oracle/rules.ts';

/** One row as a call leaves it; null: deleted. */
export interface Write {
  table: Table;
  id: string;
  row: Fields | null;
}

export type Fields = Record<string, unknown> & { id: string };

/** What the calls may look at. */
export interface Shelf {
  get(table: Table, id: string): Fields | null;
  /** Was there ever a row of this id? */
  isTaken(id: string): boolean;
  /** The last row of this id, deleted or not. */
  last(table: Table, id: string): Fields | null;
  rows(table: Table): Fields[];
  /** When each field of a row was edited last, and by which operation; to be written into. */
  edits(table: Table, id: string): Map<string, { at: string; key: string }>;
}

export interface Asked {
  key: string;
  path: Record<string, string>;
  body: Record<string, unknown>;
  /** When the server hears of it, ISO. */
  now: string;
}

export type Done =
  | { writes: Write[]; notice?: { code: 'superseded'; current: Row; fields?: Record<string, object> } }
  | { refused: string; status: number; current?: Row };

type Handler = (shelf: Shelf, asked: Asked) => Done;

const no = (refused: string, status = 409, current?: Fields): Done => ({
  refused,
  status,
  ...(current ? { current: current as unknown as Row } : {}),
});

/** The fields of a body that are the row's own; the others tell of the operation. */
function fieldsOf({
  occurred_at: _at,
  op_id: _op,
  was_offline: _off,
  device_name: _name,
  expected_price_amount: _price,
  ...fields
}: Asked['body']) {
  return fields;
}

/** Of each field the newest edit stands; a price that the editor did not see stays. */
const patch =
  (table: Table, param: string): Handler =>
  (shelf, { key, path, body, now }) => {
    const row = shelf.get(table, path[param]!);
    if (!row) return no('not_found', 404);
    const edits = shelf.edits(table, row.id);
    const made = body['occurred_at'] as string;
    const at = made < now ? made : now;
    const wins: Record<string, unknown> = {};
    const lost: Record<string, object> = {};
    for (const [field, value] of Object.entries(fieldsOf(body))) {
      const before = edits.get(field);
      const isOld = before !== undefined && (before.at > at || (before.at === at && before.key > key));
      const isSame = JSON.stringify(row[field]) === JSON.stringify(value);
      const expected = body[`expected_${field}`];
      if (isOld || (!isSame && expected !== undefined && expected !== row[field])) {
        if (!isSame) lost[field] = { at: before?.at ?? now, by: null, device_name: null };
      } else {
        wins[field] = value;
        edits.set(field, { at, key });
      }
    }
    const next = { ...row, ...wins, updated_at: now };
    const writes = Object.keys(wins).length > 0 ? [{ table, id: row.id, row: next }] : [];
    if (Object.keys(lost).length === 0) return { writes };
    return { writes, notice: { code: 'superseded', current: next as unknown as Row, fields: lost } };
  };

/** By the merge rules of the specification, which the simulation has from its oracle. */
const byRule =
  (call: string, idOf: (asked: Asked) => unknown, also: (row: Fields) => object = () => ({})): Handler =>
  (shelf, asked) => {
    const { table, rule } = rules[call]! as { table: Table; rule: (typeof rules)[string]['rule'] };
    const row = shelf.get(table, idOf(asked) as string);
    if (!row) return no('not_found', 404);
    const { key, path, body, now } = asked;
    const made = body['occurred_at'] as string;
    const at = made < now ? made : now;
    const verdict = rule(row, { key, call, path, body, at }, { deliveryType: 'none', dayOf: null });
    switch (verdict.kind) {
      case 'same':
        return { writes: [] };
      case 'superseded':
        return { writes: [], notice: { code: 'superseded', current: row as unknown as Row } };
      case 'refused':
        return no(verdict.code, verdict.code === 'invalid_fields' ? 422 : 409, row);
      case 'unknown':
        return no('transition_not_allowed');
      case 'set': {
        const next = { ...verdict.row, id: row.id };
        return { writes: [{ table, id: row.id, row: { ...next, ...also(next) } }] };
      }
    }
  };
const ofPath = ({ path }: Asked) => path['id'];

/**
 * What each call does to the rows of a restaurant, as shortly as it can be said: the model that the layer is held against. It shares no
 * code with the API and none with the layer, and need not agree with the API on what a change is; only on when it happens, and how often.
 */
export const handlers: Record<string, Handler> = {
  'menu.setAvailability': byRule(
    'menu.setAvailability',
    ({ path }) => path['itemId'],
    (item) => ({ is_available: item['availability_status'] === 'available' }),
  ),
  'orders.setOrdering': byRule('orders.setOrdering', ({ body }) => body['restaurant_id']),
  'orders.setStatus': byRule('orders.setStatus', ofPath),
  'orders.setLineStatus': byRule('orders.setLineStatus', ofPath),
  'orders.edit': byRule('orders.edit', ofPath),
  'orders.acknowledge': byRule('orders.acknowledge', ofPath),
  'chats.pause': byRule('chats.pause', ofPath),
  'chats.resume': byRule('chats.resume', ofPath),
  'chats.markAsRead': byRule('chats.markAsRead', ofPath),
  'menu.editItem': patch('menu_items', 'itemId'),
  'menu.editCategory': patch('menu_categories', 'categoryId'),
  'menu.createCategory'(shelf, { path, body, now }) {
    const id = body['id'] as string;
    if (shelf.isTaken(id)) return no('id_taken');
    const row = { ...shelf.rows('menu_categories')[0], ...fieldsOf(body), id, menu_book_id: path['id'] };
    return { writes: [{ table: 'menu_categories', id, row: { ...row, created_at: now, updated_at: now } }] };
  },
  'menu.createItem'(shelf, { path, body, now }) {
    const id = body['id'] as string;
    if (shelf.isTaken(id)) return no('id_taken');
    if (!shelf.get('menu_categories', path['categoryId']!)) return no('not_found', 404);
    const place = { menu_book_id: path['id'], category_id: path['categoryId'], created_at: now, updated_at: now };
    const bare = { availability_changed_at: null, availability_op_id: null, is_available: true, allergens: [] };
    return { writes: [{ table: 'menu_items', id, row: { ...bare, ...fieldsOf(body), ...place, id } }] };
  },
  'menu.removeCategory'(shelf, { path }) {
    const id = path['categoryId']!;
    if (!shelf.get('menu_categories', id)) return { writes: [] };
    const items = shelf.rows('menu_items').filter((item) => item['category_id'] === id);
    return {
      writes: [
        { table: 'menu_categories', id, row: null },
        ...items.map((item): Write => ({ table: 'menu_items', id: item.id, row: null })),
      ],
    };
  },
  'menu.removeItems'(shelf, { body }) {
    const ids = (body['item_ids'] as string[]).filter((id) => shelf.get('menu_items', id));
    return { writes: ids.map((id): Write => ({ table: 'menu_items', id, row: null })) };
  },
  'orders.remove'(shelf, { body }) {
    const order = shelf.get('orders', body['orderId'] as string);
    if (!order) return { writes: [] };
    return order['order_status'] === 'preparing'
      ? no('order_has_payment')
      : { writes: [{ table: 'orders', id: order.id, row: null }] };
  },
  'orders.restore'(shelf, { path }) {
    const order = shelf.last('orders', path['id']!);
    if (!order) return no('not_found', 404);
    return { writes: shelf.get('orders', order.id) ? [] : [{ table: 'orders', id: order.id, row: order }] };
  },
  'chats.sendMessage'(shelf, { path, body, now }) {
    const chat = shelf.get('chats', path['id']!);
    const id = body['message_id'] as string;
    if (!chat) return no('not_found', 404);
    if (shelf.isTaken(id)) return no('id_taken');
    const seen = (body['seen_inbound_at'] as string | null | undefined) ?? '';
    if (body['is_confirmed'] !== true && seen < (chat['last_inbound_at'] as string)) return no('overtaken', 409, chat);
    const message = {
      id,
      chat_id: chat.id,
      author: 'staff',
      message: body['message'],
      created_at: now,
      delivery_status: 'queued',
    };
    return {
      writes: [
        { table: 'chat_messages', id, row: message },
        { table: 'chats', id: chat.id, row: { ...chat, last_message_preview: body['message'], last_message_at: now } },
      ],
    };
  },
  'customers.edit'(shelf, asked) {
    const phone = asked.body['phone'];
    const other = shelf.rows('customers').find((row) => row['phone'] === phone && row.id !== asked.path['id']);
    return phone !== undefined && other ? no('customer_exists') : patch('customers', 'id')(shelf, asked);
  },
};
