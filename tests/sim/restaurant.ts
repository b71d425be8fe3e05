import { createHash, randomBytes } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { MenuBook, MenuCategory, MenuItem } from '../../contract/menu/calls.ts';
import { newRestaurant } from '../../server/auth/new-restaurant.ts';
import { newItem } from '../../contract/menu/new-rows.ts';
import * as syncTables from '../../server/db/schema/sync.ts';
import * as accountsTables from '../../server/db/schema/accounts.ts';
import * as restaurantsTables from '../../server/db/schema/restaurants.ts';
import * as menuTables from '../../server/db/schema/menu.ts';
import { placeOpenOrders } from '../support/open-orders.ts';
import { reservable } from './model/reservations.ts';
import { choices, sizes } from './model/rows.ts';
import { everyEvening } from '../support/sign-up.ts';
import { writeChat } from '../support/chat-messages.ts';

/** A restaurant with its owner. Inserted with a few statements, so that a history needs no database of its own. */
export interface SimRestaurant {
  id: string;
  userId: string;
  token: string;
  epoch: string;
  bookId: string;
  categoryIds: string[];
  itemIds: string[];
  orderIds: string[];
  chatIds: string[];
  slug: string;
}

export interface RestaurantOptions {
  owner: pg.Pool;
  now: number;
  items: number;
  orders: number;
  newId: () => string;
  /** Number of chats, each with one unread message. */
  chats?: number;
}

export async function makeRestaurant({
  owner,
  now,
  items,
  orders,
  newId,
  chats = 0,
}: RestaurantOptions): Promise<SimRestaurant> {
  const [id, userId] = [newId(), newId()];
  const token = randomBytes(24).toString('base64url');
  const date = new Date(now);
  const at = date.toISOString();
  const email = `${id}@galley.test`;
  const by = { kind: 'user' as const, id: userId, name: email };
  const db = drizzle(owner);
  const common = { restaurant_id: id, version: 1, created_at: at, updated_at: at, deleted_at: null, updated_by: by };
  const bookId = newId();
  const categoryIds = [newId(), newId()];
  const itemIds = Array.from({ length: items }, newId);
  const restaurant = {
    ...newRestaurant({ id, name: 'The Anchor', email, now: date, by }),
    opening_hours: everyEvening,
  };
  const order_type = [...restaurant.order_type, 'reservation' as const];
  await db.transaction(async (tx) => {
    await tx.insert(syncTables.spaces).values({ restaurant_id: id, epoch: newId(), version: 1 });
    await tx.insert(accountsTables.users).values({
      id: userId,
      email,
      password_hash: 'none',
      is_email_verified: true,
      restaurant_id: id,
      created_at: at,
      updated_at: at,
    });
    await tx
      .insert(accountsTables.memberships)
      .values({ restaurant_id: id, id: userId, user_id: userId, role: 'owner', created_at: at, updated_at: at });
    await tx.insert(accountsTables.sessions).values({
      token_hash: createHash('sha256').update(token).digest('hex'),
      user_id: userId,
      restaurant_id: id,
      email,
      created_at: at,
      last_seen_at: at,
      expires_at: new Date(now + 400 * 86_400_000).toISOString(),
    });
    await tx
      .insert(restaurantsTables.restaurants)
      .values({ ...restaurant, ...reservable, order_type, is_profile_completed: true, restaurant_id: id });
    await tx.insert(menuTables.menu_books).values({ ...common, ...book, id: bookId });
    await tx
      .insert(menuTables.menu_categories)
      .values(categoryIds.map((c) => ({ ...common, ...category, id: c, menu_book_id: bookId })));
    const groupId = '0192f0a0-0000-7000-9000-000000000900';
    await tx
      .insert(menuTables.modifier_groups)
      .values({ ...choices({ id: groupId, at, actor: by, version: 1 }), ...common });
    await tx
      .insert(menuTables.menu_items)
      .values(
        itemIds.map((i, n) => ({ ...common, ...item, id: i, menu_book_id: bookId, category_id: categoryIds[n % 2]! })),
      );
  });
  const placed = orders === 0 ? [] : await placeOpenOrders(owner, id, { count: orders, now: date });
  const chatIds: string[] = [];
  for (let i = 0; i < chats; i++) chatIds.push((await writeChat(owner, id, new Date(now + i), `Guest ${i}`)).chatId);
  const epoch = (await owner.query('SELECT epoch FROM spaces WHERE restaurant_id = $1', [id])).rows[0].epoch as string;
  return {
    id,
    userId,
    token,
    epoch,
    bookId,
    categoryIds,
    itemIds,
    orderIds: placed.map((order) => order.id),
    chatIds,
    slug: restaurant.slug,
  };
}

type Own<T> = Omit<T, 'id' | 'version' | 'created_at' | 'updated_at' | 'deleted_at' | 'updated_by'>;

const book: Own<MenuBook> = {
  name: 'Dinner',
  description: '',
  image_url: null,
  status: 'published',
  is_default: true,
  sort_order: 0,
  order_types: [],
  availability_windows: [],
  currency: 'GBP',
  tax_mode: 'inclusive',
  source: 'manual',
  published_at: null,
};

const category: Omit<Own<MenuCategory>, 'menu_book_id'> = {
  name: 'Mains',
  description: '',
  sort_order: 0,
  is_active: true,
  kitchen_station: null,
  availability_windows: [],
};

const nobody = { id: '', at: '', actor: null, version: 0 };
const nowhere = { bookId: '', categoryId: '', currency: 'GBP' };

const item: Omit<Own<MenuItem>, 'menu_book_id' | 'category_id' | 'is_available'> = {
  name: 'Korma',
  kitchen_name: null,
  description: '',
  image_url: null,
  price_amount: 895,
  currency: 'GBP',
  allergens: [],
  may_contain: [],
  allergens_confirmed_at: null,
  dietary: [],
  spice_level: null,
  sort_order: 0,
  variants: newItem({ name: 'Korma', price_amount: 895, variants: sizes }, nobody, nowhere).variants,
  availability_status: 'available',
  unavailable_until: null,
  availability_reason: null,
  availability_changed_at: null,
  availability_changed_by: null,
  availability_op_id: null,
};
