import type { Row, Table } from '../../../contract/entity.ts';
import { DEFAULT_CURRENCY } from '../../../contract/limits.ts';
import { newBook, newCategory, newItem } from '../../../contract/menu/new-rows.ts';
import { newGroup } from '../../../contract/menu/new-groups.ts';
import { newLocation } from '../../../contract/delivery/new-rows.ts';
import { newInventoryItem } from '../../../contract/inventory/new-rows.ts';
import { newPromotion } from '../../../contract/promotions/new-rows.ts';
import { newReservation } from '../../../contract/reservations/new-reservation.ts';
import { newCannedReply } from '../../../contract/chats/canned-replies.ts';
import { newReply } from '../../../contract/chats/reply.ts';
import { blankChat } from '../../../contract/chats/new-chat.ts';
import { blankOrder } from '../../../contract/orders/new-order.ts';
import type { RestRow } from './pages.ts';
import { takesOrders } from '../../../contract/restaurant/ordering.ts';
import { coerce, pickFields } from './fit.ts';
import { shapes } from './shapes.ts';

type Fields = Record<string, unknown>;

/**
 * A mirror row from another server's row: the server's value, else the known one, else a default. A value that cannot be converted counts
 * as missing, so that screens always get the right types. `at`: now, ISO.
 */
export function completed(table: Table, raw: RestRow, known: Row | null, at: string): Row {
  const own = pickFields(raw, shapes[table]);
  const news = { ...own, ...derived[table]?.(own, { ...known }, raw) };
  return { ...blanks[table](news, raw.id, at), ...known, ...news, id: raw.id, version: known?.version ?? 0 } as Row; // the known row and the defaults have our types
}

/** Text for comparison, independent of the field order, without fields that only this device has. */
export function canonical(row: Row): string {
  const { version: _v, _sync, _gen, ...rest } = row as Row & { _sync?: unknown; _gen?: unknown };
  return JSON.stringify(rest, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

const born = (news: Fields, id: string, at: string) => {
  const created = (news['created_at'] ?? news['placed_at'] ?? at) as string; // converted to an instant by pickFields
  return { id, at: created, actor: null, version: 0 };
};

const synced = (news: Fields, id: string, at: string) => {
  const { at: created } = born(news, id, at);
  return { id, version: 0, created_at: created, updated_at: created, deleted_at: null, updated_by: null };
};

/** Defaults of all fields. `news`: the server's values, converted. */
const blanks: Record<Table, (news: Fields, id: string, at: string) => object> = {
  restaurants: (news, id, at) => ({
    ...synced(news, id, at),
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
    // Unknown opening hours must not mean closed.
    opening_hours: { days: weekdays.map(allDay), exceptions: [] },
    ...takesOrders,
    default_prep_minutes: { pickup: 20, delivery: 40, dine_in: 20 },
    auto_accept: false,
    answer_deadline_minutes: 10,
    default_theme: null,
  }),
  menu_books: (news, id, at) => newBook({ name: '', status: 'published' }, born(news, id, at), DEFAULT_CURRENCY),
  menu_categories: (news, id, at) => newCategory({ name: '' }, born(news, id, at), ''),
  menu_items: (news, id, at) =>
    newItem({ name: '', price_amount: 0 }, born(news, id, at), {
      bookId: '',
      categoryId: '',
      currency: DEFAULT_CURRENCY,
    }),
  modifier_groups: (news, id, at) => newGroup({ name: '', selection_type: 'multiple' }, born(news, id, at)),
  orders: (news, id, at) => {
    const { at: created } = born(news, id, at);
    const { updated_at: _u, deleted_at: _d, ...birth } = synced(news, id, at);
    return blankOrder({
      ...birth,
      order_no: id.slice(-4),
      order_status: 'pending',
      order_type: 'pickup',
      channel: 'api',
      customer: nobody,
      currency: DEFAULT_CURRENCY,
      placed_at: created,
      due_at: created,
    });
  },
  notifications: (news, id, at) => ({
    ...synced(news, id, at),
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
  customers: (news, id, at) => ({
    ...synced(news, id, at),
    name: '',
    email: null,
    phone: null,
    phone_raw: null,
    addresses: [],
    customer_status: 'active',
    blocked_reason: null,
    source: 'manual',
    tags: [],
    note: '',
    allergens: [],
    birthday: null,
    marketing_consent: {},
    orders_count: 0,
    no_show_count: 0,
    total_spent_amount: 0,
    currency: DEFAULT_CURRENCY,
    first_order_at: null,
    last_order_at: null,
    chat_id: null,
  }),
  payments: (news, id, at) => ({
    ...synced(news, id, at),
    payment_no: '',
    order_id: null,
    order_no: '',
    customer_id: null,
    customer_name: '',
    amount: 0,
    tip_amount: 0,
    fee_amount: 0,
    refunded_amount: 0,
    net_amount: 0,
    currency: DEFAULT_CURRENCY,
    method: 'other',
    provider: 'manual',
    provider_reference: null,
    card_brand: null,
    card_last4: null,
    payment_status: 'paid',
    failure_code: null,
    failure_message: null,
    receipt_url: null,
    tendered_amount: null,
    note: null,
    is_offline: false,
    device_name: null,
    paid_at: null,
    refunds: [],
  }),
  chats: (news, id, at) =>
    blankChat({
      ...synced(news, id, at),
      customer_id: id,
      customer_name: '',
      last_message_at: (news['updated_at'] as string | undefined) ?? born(news, id, at).at,
    }),
  chat_messages: (news, id, at) => {
    const { at: created } = born(news, id, at);
    const actor = { kind: 'system' as const, id: null, name: '' };
    const birth = { id, chatId: '', composedAt: created, createdAt: created, actor, version: 0 };
    return { ...newReply('', birth), author_name: null, delivery_status: 'sent', composed_at: null };
  },
  // Without movements, the server's own quantity is where they begin.
  inventory_items: (news, id, at) => ({
    ...newInventoryItem({ kind: 'ingredient', name: '' }, born(news, id, at), DEFAULT_CURRENCY),
    opening_quantity: news['quantity'] ?? '0',
  }),
  promotions: (news, id, at) =>
    newPromotion({ name: '', promotion_type: 'percentage' }, born(news, id, at), DEFAULT_CURRENCY),
  reservations: (news, id, at) => {
    const { at: created, actor, version } = born(news, id, at);
    const starts_at = textOf(news['starts_at']) ?? created;
    const blank = { opId: id, occurredAt: created, now: created, durationMinutes: 90, customerId: null, phone: null };
    return {
      ...newReservation(
        { name: '', guests_count: 1, starts_at, source: 'other' },
        { id, actor, version, reservationNo: '', ...blank },
      ),
      events: [],
    };
  },
  delivery_locations: (news, id, at) => newLocation(noArea, born(news, id, at), DEFAULT_CURRENCY),
  canned_replies: (news, id, at) => newCannedReply({ shortcut: '', message: '' }, born(news, id, at)),
};

/** The server's row says what the area is. */
const noArea = { name: '', area: { location_type: 'named_area' as const } };

const nobody = { name: '', phone: null, email: null };
const weekdays = [0, 1, 2, 3, 4, 5, 6];
const allDay = (weekday: number) => ({
  weekday,
  is_open: true,
  periods: [{ open_time: '00:00', close_time: '00:00' }],
});

/** Values that a server expresses in another way, and local values that its row must not remove. */
const derived: Partial<Record<Table, (news: Fields, known: Fields, raw: RestRow) => Fields>> = {
  menu_items: ({ availability_status: status, is_available: isOn }) => {
    if (status === undefined && isOn === undefined) return {};
    const now = status ?? (isOn ? 'available' : 'sold_out');
    return { availability_status: now, is_available: isOn ?? now === 'available' };
  },
  orders: (news, known, raw) => {
    const customer = news['customer'] as Fields | undefined;
    const name = customer?.['name'] || coerce(raw['customer_name'], 'text');
    return {
      ...(name ? { customer: { ...nobody, ...customer, name } } : {}),
      ...(news['lines'] ? { lines: linesOf(raw.id, news['lines'] as Fields[], known) } : {}),
      acknowledged_by_device_ids: [
        ...new Set([...listOf(news['acknowledged_by_device_ids']), ...listOf(known['acknowledged_by_device_ids'])]),
      ],
      seen_at: news['seen_at'] ?? known['seen_at'] ?? null,
    };
  },
  customers: (news, _known, raw) => {
    const parts = [textOf(raw['first_name']), textOf(raw['last_name'])].filter((part) => part !== null);
    return textOf(news['name']) === null && parts.length > 0 ? { name: parts.join(' ') } : {};
  },
  chats: (news, known) => {
    const readTo = textOf(news['read_upto']) ?? textOf(known['read_upto']);
    const inbound = textOf(news['last_inbound_at']);
    return {
      read_upto: readTo,
      ...(readTo !== null && inbound !== null && readTo >= inbound ? { unread_count: 0 } : {}),
    };
  },
};

/** Line statuses are local if the server does not have them. */
function linesOf(orderId: string, lines: Fields[], known: Fields): Fields[] {
  const before = new Map(listOf(known['lines']).map((line) => [(line as Fields)['id'], line as Fields]));
  return lines.map((line, i) => {
    const id = line['id'] || `${orderId}:${i + 1}`;
    const struck = Object.entries(before.get(id) ?? {}).filter(([name]) => name.startsWith('line_status'));
    return { ...Object.fromEntries(struck), ...line, id, quantity: line['quantity'] || 1 };
  });
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
