import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import * as z from 'zod/mini';
import { isAvailable } from '../../contract/menu/availability.ts';
import { allergensOfDish } from '../../contract/menu/dish-allergens.ts';
import { absenceOf, type Absence } from '../../contract/menu/orderable.ts';
import { isWithinWindows } from '../../contract/menu/windows.ts';
import type { OrderStatus } from '../../contract/orders/calls.ts';
import { openStatuses } from '../../contract/orders/status.ts';
import { hasOpenPrice } from '../../contract/orders/price-dish.ts';
import type { OrderChannel } from '../../contract/orders/order-channel.ts';
import { orders } from '../db/schema/orders.ts';
import { delivery_locations } from '../db/schema/settings.ts';
import type { Tx } from '../db/tx.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { offeredItems } from '../menu/offered.ts';
import type { FactItem, Facts, FactOrder, FactReservation } from './answer/facts.ts';
import { readOwn, readSources } from './store.ts';

export interface FactsScope {
  db: Tx;
  restaurantId: string;
  now: Date;
  /** Whose orders may be told; null: nobody's. */
  customerId: string | null;
  /** Only what is sold there. */
  channel: OrderChannel;
}

/** An order that ended within this time is still spoken of. */
const RECENT_MS = 6 * 60 * 60_000;

/** The public facts of a restaurant and the asking customer's own orders: all that the bot can know. */
export async function loadFacts(scope: FactsScope): Promise<Facts> {
  const { db, restaurantId, now } = scope;
  const restaurant = await loadRestaurant(db, restaurantId);
  const { value: own } = await readOwn(scope);
  const sources = await readSources(scope);
  const offered = await offeredItems(db, restaurant, now, { channel: scope.channel });
  const groups = [...(offered[0]?.groups.values() ?? [])];
  const at = now.toISOString();
  return {
    name: restaurant.name,
    address: addressOf(restaurant),
    phone: restaurant.phone_number_business,
    email: restaurant.email,
    website: own.website_url,
    currency: restaurant.currency,
    country_code: restaurant.country_code,
    locale: restaurant.locale,
    cutoff: restaurant.business_day_cutoff_time,
    rules: restaurant,
    order_types: restaurant.order_type,
    items: offered.map((dish) => {
      const { item, category } = dish;
      return {
        id: item.id,
        name: item.name,
        description: item.description,
        category: category.name,
        price_amount: item.price_amount,
        hasOpenPrice: hasOpenPrice(item),
        variants: (item.variants ?? [])
          .filter((one) => one.availability_status !== 'hidden' || isAvailable(one, now))
          .map((one) => ({ name: one.name, price_amount: one.price_amount, is_available: isAvailable(one, now) })),
        group_ids: (item.modifier_groups ?? []).map(({ id }) => id),
        allergens: item.allergens,
        may_contain: item.may_contain,
        areAllergensConfirmed: item.allergens_confirmed_at !== null,
        choices: allergensOfDish(item, dish.groups).choices,
        dietary: item.dietary,
        availability: availabilityOf(absenceOf(dish, restaurant.timezone, at)),
      };
    }),
    groups: groups.map((group) => ({
      id: group.id,
      name: group.name,
      modifiers: group.modifiers
        .filter((one) => one.availability_status !== 'hidden' || isAvailable(one, now))
        .map((one) => ({
          id: one.id,
          name: one.name,
          price_amount: one.price_amount,
          is_available: isAvailable(one, now),
        })),
    })),
    locations: await loadLocations(scope, restaurant.timezone),
    payment_methods: own.payment_methods,
    reservation: readReservation(restaurant),
    faqs: own.faqs.map(({ q, a }) => ({ q, a })),
    passages: sources.flatMap(({ title, texts }) => texts.map((text) => ({ title, text }))),
    orders: await loadOrders(scope),
  };
}

const availabilityOf = (absence: Absence | null): FactItem['availability'] =>
  absence === null ? 'available' : absence.why === 'outside_windows' ? 'not_now' : 'sold_out';

/** With the postcode, unless it is written there already. */
function addressOf({
  address,
  city,
  postal_code,
}: {
  address: string | null;
  city: string | null;
  postal_code: string | null;
}) {
  if (!address) return null;
  const more = [city, postal_code].filter((part) => part && !address.toLowerCase().includes(part.toLowerCase()));
  return [address, ...more].join(', ');
}

async function loadLocations({ db, restaurantId, now }: FactsScope, timezone: string): Promise<Facts['locations']> {
  const rows = await db
    .select()
    .from(delivery_locations)
    .where(
      and(
        eq(delivery_locations.restaurant_id, restaurantId),
        eq(delivery_locations.is_active, true),
        isNull(delivery_locations.deleted_at),
      ),
    );
  // Circles and polygons need a place on the map, which a message does not have.
  return rows.filter((row) => isWithinWindows(row.windows, timezone, now));
}

/** As many orders of a customer as a question can be about. */
const ORDERS = 50;

/** The newest orders, by the time when they are due. Without its number, an ended one is meant only soon after, and while none is open. */
async function loadOrders({ db, restaurantId, now, customerId }: FactsScope): Promise<FactOrder[]> {
  if (customerId === null) return [];
  const newest = await db
    .select({
      order_no: orders.order_no,
      order_status: orders.order_status,
      order_type: orders.order_type,
      due_at: orders.due_at,
      updated_at: orders.updated_at,
    })
    .from(orders)
    .where(
      and(
        eq(orders.restaurant_id, restaurantId),
        eq(orders.customer_id, customerId),
        isNull(orders.deleted_at),
        inArray(orders.order_status, [...openStatuses, 'completed', 'rejected', 'cancelled']),
      ),
    )
    .orderBy(desc(orders.placed_at), desc(orders.id))
    .limit(ORDERS);
  const rows = newest.toReversed().toSorted((a, b) => a.due_at.localeCompare(b.due_at));
  const isOpen = ({ order_status }: { order_status: OrderStatus }) => openStatuses.includes(order_status);
  const last = rows.findLast(({ updated_at }) => now.getTime() - Date.parse(updated_at) < RECENT_MS);
  return rows.map(({ updated_at: _, ...order }, i) => ({
    ...order,
    is_current: rows.some(isOpen) ? isOpen(order) : rows[i] === last,
  }));
}

const Minutes = z.optional(z.int());
const Saved = z.object({
  booking: z.optional(
    z.nullable(
      z.object({
        min_booking_duration_minutes: Minutes,
        min_advance_minutes: Minutes,
        max_advance_days: Minutes,
        cancellation_cutoff_minutes: Minutes,
      }),
    ),
  ),
  tables: z.optional(z.nullable(z.object({ min_guests_online: Minutes, max_guests_online: Minutes }))),
  times: z.optional(
    z.nullable(
      z.object({
        days: z.array(
          z.object({
            weekday: z.int(),
            is_open: z.boolean(),
            periods: z.array(z.object({ start_time: z.string(), end_time: z.string() })),
          }),
        ),
      }),
    ),
  ),
});

/** Only what the owner saved: a default is no fact. */
function readReservation(restaurant: object): FactReservation | null {
  const { reservation_settings: saved } = restaurant as { reservation_settings?: unknown };
  const parsed = Saved.safeParse(saved);
  if (!parsed.success) return null;
  const { booking, tables, times } = parsed.data;
  return {
    min_booking_duration_minutes: booking?.min_booking_duration_minutes ?? null,
    min_advance_minutes: booking?.min_advance_minutes ?? null,
    max_advance_days: booking?.max_advance_days ?? null,
    cancellation_cutoff_minutes: booking?.cancellation_cutoff_minutes ?? null,
    min_guests_online: tables?.min_guests_online ?? null,
    max_guests_online: tables?.max_guests_online ?? null,
    days: times?.days ?? [],
  };
}
