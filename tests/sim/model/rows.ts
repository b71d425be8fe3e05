import type { InventoryItem } from '../../../contract/inventory/calls.ts';
import type { MenuItem } from '../../../contract/menu/calls.ts';
import type { ModifierGroup } from '../../../contract/menu/modifiers.ts';
import { newGroup } from '../../../contract/menu/new-groups.ts';
import { newBook, newCategory, newItem, type NewRowValues } from '../../../contract/menu/new-rows.ts';
import { blankChat } from '../../../contract/chats/new-chat.ts';
import { blankOrder } from '../../../contract/orders/new-order.ts';
import type { Row, Table } from '../../../contract/entity.ts';
import { takesOrders } from '../../../contract/restaurant/ordering.ts';
import { reservable } from './reservations.ts';

const AT = '2026-11-20T18:00:00.000Z';

/** A UUID v7 that encodes space and row. */
export const idOf = (space: number, n: number): string =>
  `0192f0a0-0000-7000-8000-${String(space * 1_000_000 + n).padStart(12, '0')}`;

/** Ids of the sizes of each dish and of the choices. */
const partIds = [1, 2, 3, 4].map((n) => `0192f0a0-0000-7000-9000-${String(n).padStart(12, '0')}`);
export const sizes = partIds
  .slice(0, 2)
  .map((id, n) => ({ id, name: `Size ${n}`, price_amount: 895, is_default: n === 0 }));
export const choices = (birth: NewRowValues): ModifierGroup =>
  newGroup(
    {
      name: 'Sauce',
      selection_type: 'multiple',
      modifiers: partIds.slice(2).map((id, n) => ({ id, name: `Sauce ${n}` })),
    },
    birth,
  );

/** A dish that is counted; its row has the dish's id. */
const counted = ({ id, name }: Pick<MenuItem, 'id' | 'name'>): InventoryItem => ({
  id,
  version: 0,
  created_at: AT,
  updated_at: AT,
  deleted_at: null,
  updated_by: null,
  kind: 'menu_item',
  menu_item_id: id,
  variant_id: null,
  modifier_id: null,
  name,
  sku: null,
  unit: 'portion',
  quantity: '0',
  opening_quantity: '0',
  recent_movements: [],
  is_tracked: true,
  low_stock_threshold: null,
  stock_status: 'out',
  auto_sold_out: false,
  cost_amount: null,
  currency: 'GBP',
  supplier_name: null,
  ingredients: [],
  last_counted_at: null,
  last_movement_at: null,
});

/** The initial rows of a restaurant. */
export function firstRows(
  space: number,
  { isStocked = false, isReserving = false } = {},
): { table: Table; row: Row }[] {
  const birth = (n: number) => ({ id: idOf(space, n), at: AT, actor: null, version: 0 });
  const common = { version: 0, created_at: AT, updated_at: AT, deleted_at: null, updated_by: null };
  const book = newBook({ name: 'Dinner' }, birth(1), 'GBP');
  const categories = [2, 3].map((n) => newCategory({ name: `Category ${n}` }, birth(n), book.id));
  const items = [100, 101, 102, 103].map((n) =>
    newItem({ name: `Dish ${n}`, price_amount: 895, variants: sizes }, birth(n), {
      bookId: book.id,
      categoryId: categories[n % 2]!.id,
      currency: 'GBP',
    }),
  );
  const orders = [500, 501, 502, 503].map((n) => ({
    ...blankOrder({
      id: idOf(space, n),
      version: 0,
      created_at: AT,
      updated_at: AT,
      updated_by: null,
      order_no: String(n),
      order_status: 'pending',
      order_type: 'pickup',
      channel: 'website',
      customer: { name: 'Joanna Price', phone: null, email: null },
      due_at: AT,
      currency: 'GBP',
      placed_at: AT,
    }),
    lines: [10, 20].map((line) => ({
      id: idOf(space, n * 100 + line),
      menu_item_id: null,
      name: `Dish ${line}`,
      quantity: 2,
      unit_amount: 500,
      total_amount: 1000,
      kitchen_station: null,
    })),
    subtotal_amount: 2000,
    total_amount: 2000,
    due_amount: 2000,
  }));
  const customers = [700, 701].map((n) => ({
    ...common,
    id: idOf(space, n),
    name: `Guest ${n}`,
    email: null,
    phone: `+44770090${n}`,
    phone_raw: null,
    customer_status: 'active',
    source: 'order',
    tags: [],
    note: '',
    allergens: [],
    orders_count: 1,
    total_spent_amount: 895,
    currency: 'GBP',
    first_order_at: AT,
    last_order_at: AT,
    chat_id: null,
  }));
  const chat = blankChat({
    ...common,
    id: idOf(space, 800),
    customer_id: customers[0]!.id,
    customer_name: 'Guest',
    unread_count: 1,
    last_message_preview: 'Hello',
    last_message_author: 'customer',
    last_message_at: AT,
    last_inbound_at: AT,
  });
  const restaurant = {
    ...common,
    id: idOf(space, 0),
    name: 'The Anchor',
    ...takesOrders,
    ...(isReserving && {
      timezone: 'Europe/London',
      business_day_cutoff_time: '04:00',
      opening_hours: { days: [], exceptions: [] },
      ...reservable,
    }),
  };
  const rows: [Table, unknown[]][] = [
    ['restaurants', [restaurant]],
    ['menu_books', [book]],
    ['menu_categories', categories],
    ['menu_items', items],
    ['modifier_groups', [choices(birth(900))]],
    ['orders', orders],
    ['customers', customers],
    ['chats', [chat]],
    ['inventory_items', isStocked ? items.slice(0, 2).map(counted) : []],
  ];
  // The restaurant has only those settings that mutations of the simulation read.
  return rows.flatMap(([table, list]) => list.map((row) => ({ table, row: row as Row })));
}
