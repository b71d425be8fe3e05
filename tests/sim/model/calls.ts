import type { Row, Table } from '../../../contract/entity.ts';
import { rules } from '../oracle/rules.ts';
import type { Movement } from '../oracle/stock.ts';
import { changeReservation, moveReservation, takeReservation } from './reservations.ts';
import { moveByHand, takeOrder } from './stock.ts';

/** One row as a call leaves it; null if deleted. */
export interface Write {
  table: Table;
  id: string;
  row: Fields | null;
}

export type Fields = Record<string, unknown> & { id: string };

/** What the calls may read. */
export interface Shelf {
  get(table: Table, id: string): Fields | null;
  /** True if a row with this id ever existed. */
  isUsed(id: string): boolean;
  /** The last row with this id, deleted or not. */
  last(table: Table, id: string): Fields | null;
  rows(table: Table): Fields[];
  /** Of a stock, in the order of arrival. Callers write into it. */
  movements(id: string): Movement[];
  /** Time and operation of the last edit of each field. Callers write into it. */
  edits(table: Table, id: string): Map<string, { at: string; key: string }>;
}

export interface ModelRequest {
  key: string;
  path: Record<string, string>;
  body: Record<string, unknown>;
  /** Server time of the request, ISO. */
  now: string;
}

export type Done =
  | { writes: Write[]; notice?: { code: 'superseded'; current: Row; fields?: Record<string, object> } }
  | { refused: string; status: number; current?: Row };

type Handler = (shelf: Shelf, request: ModelRequest) => Done;

const no = (refused: string, status = 409, current?: Fields): Done => ({
  refused,
  status,
  ...(current ? { current: current as unknown as Row } : {}),
});

/** The fields of the row; the removed ones describe the operation. */
function fieldsOf({
  occurred_at: _at,
  op_id: _op,
  was_offline: _off,
  device_name: _name,
  expected_price_amount: _price,
  ...fields
}: ModelRequest['body']) {
  return fields;
}

/** The newest edit of each field wins. A price that the editor did not see is not overwritten. */
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

/** Applies the merge rules of the specification, as the oracle implements them. */
const byRule =
  (call: string, idOf: (request: ModelRequest) => unknown, also: (row: Fields) => object = () => ({})): Handler =>
  (shelf, request) => {
    const { table, rule } = rules[call]! as { table: Table; rule: (typeof rules)[string]['rule'] };
    const row = shelf.get(table, idOf(request) as string);
    if (!row) return no('not_found', 404);
    const { key, path, body, now } = request;
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
const ofPath = ({ path }: ModelRequest) => path['id'];

/**
 * The effect of each call on a restaurant's rows, as short as possible: the model that the sync layer is checked against. Shares no code
 * with the API or the sync layer. It need not agree with the API on a mutation's effect, only on when and how often it is applied.
 */
export const handlers: Record<string, Handler> = {
  'menu.setAvailability': byRule(
    'menu.setAvailability',
    ({ path }) => path['itemId'],
    (item) => ({ is_available: item['availability_status'] === 'available' }),
  ),
  'menu.setModifierAvailability': byRule('menu.setModifierAvailability', ({ path }) => path['groupId']),
  'orders.setOrdering': byRule('orders.setOrdering', ({ body }) => body['restaurant_id']),
  'orders.setStatus': byRule('orders.setStatus', ofPath),
  'orders.setLineStatus': byRule('orders.setLineStatus', ofPath),
  'orders.edit': byRule('orders.edit', ofPath),
  'orders.acknowledge': byRule('orders.acknowledge', ofPath),
  'chats.pause': byRule('chats.pause', ofPath),
  'chats.resume': byRule('chats.resume', ofPath),
  'chats.markAsRead': byRule('chats.markAsRead', ofPath),
  'inventory.move': moveByHand,
  'orders.create': takeOrder,
  'reservations.create': takeReservation,
  'reservations.edit': changeReservation,
  'reservations.setStatus': moveReservation,
  'menu.editItem': patch('menu_items', 'itemId'),
  'menu.editCategory': patch('menu_categories', 'categoryId'),
  'menu.createCategory'(shelf, { path, body, now }) {
    const id = body['id'] as string;
    if (shelf.isUsed(id)) return no('id_taken');
    const row = { ...shelf.rows('menu_categories')[0], ...fieldsOf(body), id, menu_book_id: path['id'] };
    return { writes: [{ table: 'menu_categories', id, row: { ...row, created_at: now, updated_at: now } }] };
  },
  'menu.createItem'(shelf, { path, body, now }) {
    const id = body['id'] as string;
    if (shelf.isUsed(id)) return no('id_taken');
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
    if (shelf.isUsed(id)) return no('id_taken');
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
  'customers.edit'(shelf, request) {
    const phone = request.body['phone'];
    const other = shelf.rows('customers').find((row) => row['phone'] === phone && row.id !== request.path['id']);
    return phone !== undefined && other ? no('customer_exists') : patch('customers', 'id')(shelf, request);
  },
};
