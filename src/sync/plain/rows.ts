import type { Row, Table } from '../../../contract/entities.ts';
import { DEFAULT_CURRENCY } from '../../../contract/limits.ts';
import { newBook, newCategory, newItem } from '../../../contract/menu-rows.ts';
import { newReply } from '../../../contract/chat-reply.ts';
import { blankChat } from '../../../contract/new-chat.ts';
import { blankOrder } from '../../../contract/new-order.ts';
import type { PlainRow } from './pages.ts';
import { takesOrders } from '../../../contract/ordering.ts';

type Fields = Record<string, unknown>;

/**
 * A row of the mirror from somebody else's row: what the server says; else what this device knows of the row; else what a row is of which
 * nothing is said. A value of another kind than ours counts as not said, so that no screen meets a list that is none. `at`: now, ISO.
 */
export function completed(table: Table, raw: PlainRow, known: Row | null, at: string): Row {
  const said: Fields = { ...raw, ...derived[table]?.(raw, known ?? {}, at) };
  const blank = { ...blanks[table](raw, at), ...known } as Fields;
  const row: Fields = { ...blank };
  for (const [name, value] of Object.entries(said)) if (isOfKind(value, blank[name])) row[name] = value;
  return { ...row, version: known?.version ?? 0 } as Row; // held to our shape by what it began with
}

/** As text that does not depend on the order in which a server writes its fields; without what only this device knows. */
export function canonical(row: Row): string {
  const { version: _v, _sync, _gen, ...rest } = row as Row & { _sync?: unknown; _gen?: unknown };
  return JSON.stringify(rest, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

function isOfKind(value: unknown, ours: unknown): boolean {
  if (value === undefined) return false;
  if (ours === null || ours === undefined) return true;
  return value !== null && typeof value === typeof ours && Array.isArray(value) === Array.isArray(ours);
}

const born = (raw: PlainRow, at: string) => {
  const created = textOf(raw['created_at']) ?? textOf(raw['placed_at']) ?? at;
  return { id: raw.id, at: created, actor: null, version: 0 };
};

const synced = (raw: PlainRow, at: string) => {
  const { at: created } = born(raw, at);
  return { id: raw.id, version: 0, created_at: created, updated_at: created, deleted_at: null, updated_by: null };
};

/** Of what kind each field is, and what it is when nobody says so. */
const blanks: Record<Table, (raw: PlainRow, at: string) => object> = {
  restaurants: (raw, at) => ({
    ...synced(raw, at),
    name: '',
    slug: '',
    email: '',
    phone_number_business: null,
    phone_number_kitchen: null,
    address: null,
    postal_code: null,
    country_code: null,
    city: null,
    currency: DEFAULT_CURRENCY,
    order_type: [],
    delivery_type: 'none',
    is_profile_completed: true,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    business_day_cutoff_time: '04:00',
    locale: 'en-GB',
    // Not known is not closed.
    opening_hours: { days: weekdays.map(allDay), exceptions: [] },
    ...takesOrders,
    default_prep_minutes: { pickup: 20, delivery: 40, dine_in: 20 },
    auto_accept: false,
    answer_deadline_minutes: 10,
    default_theme: null,
  }),
  menu_books: (raw, at) => newBook({ name: '', status: 'published' }, born(raw, at), DEFAULT_CURRENCY),
  menu_categories: (raw, at) => newCategory({ name: '' }, born(raw, at), ''),
  menu_items: (raw, at) =>
    newItem({ name: '', price_amount: 0 }, born(raw, at), { bookId: '', categoryId: '', currency: DEFAULT_CURRENCY }),
  orders: (raw, at) => {
    const { at: created } = born(raw, at);
    const { updated_at: _u, deleted_at: _d, ...birth } = synced(raw, at);
    return blankOrder({
      ...birth,
      order_no: raw.id.slice(-4),
      order_status: 'pending',
      order_type: 'pickup',
      channel: 'api',
      customer: nobody,
      currency: DEFAULT_CURRENCY,
      placed_at: created,
      due_at: created,
    });
  },
  notifications: (raw, at) => ({
    ...synced(raw, at),
    entity: 'restaurant',
    type: 'system',
    title: '',
    body: '',
    severity: 'info',
    resource_type: null,
    resource_id: null,
    url: null,
    group_key: null,
    read_at: null,
  }),
  customers: (raw, at) => ({
    ...synced(raw, at),
    name: '',
    email: null,
    phone: null,
    phone_raw: null,
    customer_status: 'active',
    source: 'manual',
    tags: [],
    note: '',
    allergens: [],
    orders_count: 0,
    total_spent_amount: 0,
    currency: DEFAULT_CURRENCY,
    first_order_at: null,
    last_order_at: null,
    chat_id: null,
  }),
  chats: (raw, at) =>
    blankChat({
      ...synced(raw, at),
      customer_id: raw.id,
      customer_name: '',
      last_message_at: textOf(raw['updated_at']) ?? born(raw, at).at,
    }),
  chat_messages: (raw, at) => {
    const { at: created } = born(raw, at);
    const actor = { kind: 'system' as const, id: null, name: '' };
    const birth = { id: raw.id, chatId: '', composedAt: created, createdAt: created, actor, version: 0 };
    return { ...newReply('', birth), author_name: null, delivery_status: 'sent', composed_at: null };
  },
};

const nobody = { name: '', phone: null, email: null };
const weekdays = [0, 1, 2, 3, 4, 5, 6];
const allDay = (weekday: number) => ({
  weekday,
  is_open: true,
  periods: [{ open_time: '00:00', close_time: '00:00' }],
});

/** What a server says in other words, and what only this device knows and the server's row must not take away. */
const derived: Partial<Record<Table, (raw: PlainRow, known: Fields, at: string) => Fields>> = {
  menu_items: (raw) => {
    const status = textOf(raw['availability_status']);
    const isOn = raw['is_available'];
    if (status === null && typeof isOn !== 'boolean') return {};
    const now = status ?? (isOn ? 'available' : 'sold_out');
    return { availability_status: now, is_available: isOn ?? now === 'available' };
  },
  orders: (raw, known) => ({
    ...(isObject(raw['customer']) ? { customer: { ...nobody, ...raw['customer'] } } : {}),
    ...(Array.isArray(raw['lines']) ? { lines: linesOf(raw, known) } : {}),
    acknowledged_by_device_ids: [
      ...new Set([...listOf(raw['acknowledged_by_device_ids']), ...listOf(known['acknowledged_by_device_ids'])]),
    ],
    seen_at: raw['seen_at'] ?? known['seen_at'] ?? null,
  }),
  customers: (raw) => {
    const parts = [textOf(raw['first_name']), textOf(raw['last_name'])].filter((part) => part !== null);
    return textOf(raw['name']) === null && parts.length > 0 ? { name: parts.join(' ') } : {};
  },
  chats: (raw, known) => {
    const readTo = textOf(raw['read_upto']) ?? textOf(known['read_upto']);
    const inbound = textOf(raw['last_inbound_at']);
    return {
      read_upto: readTo,
      ...(readTo !== null && inbound !== null && readTo >= inbound ? { unread_count: 0 } : {}),
    };
  },
};

/** A line is struck off on the device alone, where the server does not know of it. */
function linesOf(raw: PlainRow, known: Fields): Fields[] {
  const before = new Map(listOf(known['lines']).map((line) => [(line as Fields)['id'], line as Fields]));
  return listOf(raw['lines'])
    .filter(isObject)
    .map((line, i) => {
      const id = line['id'] ?? `${raw.id}:${i + 1}`;
      const struck = Object.entries(before.get(id) ?? {}).filter(([name]) => name.startsWith('line_status'));
      return {
        menu_item_id: null,
        name: '',
        quantity: 1,
        unit_amount: 0,
        total_amount: 0,
        ...Object.fromEntries(struck),
        ...line,
        id,
      };
    });
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
