import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { needsPostcode, namedAreas } from '../../../contract/delivery/choose-location.ts';
import { orderingAt, type Ordering } from '../../../contract/restaurant/ordering.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { getMenu } from '../../../contract/storefront/calls.ts';
import { channels } from '../../db/schema/channels.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import { offeredTypes } from '../../../contract/delivery/offered-types.ts';
import { liveLocations } from '../../delivery/store.ts';
import { findProviderAccount } from '../../payments/provider-accounts.ts';
import { clientOf } from '../../payments/online/checkouts.ts';
import { Refusal } from '../../pipeline/handler.ts';
import type { Tx } from '../../db/tx.ts';
import type { Services } from '../../pipeline/services.ts';
import { loadRestaurant } from '../../restaurants/store.ts';
import { readParts, type WebsiteParts } from '../../website/store.ts';
import { identify } from '../guard.ts';
import { offeredItems, type Offered } from '../../menu/offered.ts';
import { channelOf } from '../place-order.ts';
import type { Basket, BasketType } from './basket/basket.ts';

/** One request of a website's visitor. */
export interface Visit {
  /** The restaurant's name in the storefront API. */
  slug: string;
  /** What precedes every path of the website: "" on its own host, else "/site/" and the slug. */
  base: string;
  /** The complete address of the website, without a trailing slash. */
  origin: string;
  /** Where the operator of this installation says what it does with personal data. */
  platformUrl: string;
  script: string | null;
  /** Of the request, as a source of scripts for the content policy. */
  host: string;
  requestId: string;
  address: string;
  now: Date;
}

/** The tokens of the pages of a guest's own that this browser saw last. */
export type OwnPages = Partial<Record<'orders' | 'reserve' | 'chat', string>>;

/** What the pages of a restaurant have in common. */
export interface Website extends Visit {
  restaurantId: string;
  restaurant: Restaurant;
  parts: WebsiteParts;
  ordering: Ordering;
  /** The kinds of orders that can be placed here. */
  types: BasketType[];
  /** How addresses are asked for: the areas that can be chosen, and whether there are postcodes. */
  delivery: { areas: string[]; needsPostcode: boolean };
  canReserve: boolean;
  canPayOnline: boolean;
  /** Digits of a WhatsApp number that is connected. */
  whatsapp: string | null;
  basket: Basket;
  own: OwnPages;
  /** Customers do not see it: whoever looks has a link of the owner's. */
  isPreview: boolean;
  /** It stands in the frame of the owner's form: it runs nothing, and its links lead nowhere. */
  isFramed?: boolean;
}

/** Reads the restaurant of a visit, and what the page needs besides, in one transaction. Counts the visit. */
export async function readWebsite<T>(
  services: Services,
  visit: Visit & { basket: Basket; own: OwnPages },
  read: (db: Tx, website: Website) => Promise<T>,
): Promise<{ website: Website; found: T } | Refusal> {
  const { slug, address, now } = visit;
  const caller = await identify(services, { call: getMenu, path: { slug }, address, now });
  if (caller instanceof Refusal) return caller;
  const restaurantId = caller.restaurantId!; // identify() found it
  return withTransaction(services.pools.app, restaurantId, 'read', async (client) => {
    const db = drizzle(client);
    const restaurant = await loadRestaurant(db, restaurantId);
    const { parts } = await readParts({ db, restaurantId });
    const locations = restaurant.order_type.includes('delivery') ? await liveLocations(db, restaurantId) : [];
    const offered = offeredTypes(restaurant.order_type, locations);
    const account = await findProviderAccount(db, restaurantId);
    const website: Website = {
      ...visit,
      restaurantId,
      restaurant,
      parts,
      ordering: orderingAt(restaurant, now),
      types: (['delivery', 'pickup', 'dine_in', 'catering'] as const).filter((type) => offered.includes(type)),
      delivery: {
        areas: namedAreas(locations),
        needsPostcode: needsPostcode(locations, restaurant.country_code),
      },
      canReserve: restaurant.order_type.includes('reservation'),
      canPayOnline: account !== null && clientOf(services.providers, account.provider) !== null,
      whatsapp: await whatsappOf(db, restaurantId),
      isPreview: parts.publication.published_at === null,
    };
    return { website, found: await read(db, website) };
  });
}

/** The dishes of a website, by id and in menu order. */
export async function readMenu(db: Tx, website: Website): Promise<Map<string, Offered>> {
  const channel = channelOf(typeOf(website));
  return new Map(
    (await offeredItems(db, website.restaurant, website.now, { channel })).map((offered) => [offered.item.id, offered]),
  );
}

async function whatsappOf(db: Tx, restaurantId: string): Promise<string | null> {
  const [row] = await db
    .select({ number: channels.display_phone_number })
    .from(channels)
    .where(
      and(
        eq(channels.restaurant_id, restaurantId),
        eq(channels.type, 'whatsapp'),
        eq(channels.status, 'connected'),
        isNotNull(channels.display_phone_number),
      ),
    )
    .orderBy(desc(channels.created_at), desc(channels.id))
    .limit(1);
  return row?.number?.replaceAll(/\D/g, '') || null;
}

/** What this visitor orders: what they chose, else at the table, else the first that there is. Null: nothing can be ordered. */
export function typeOf({ basket, types }: Website): BasketType | null {
  if (basket.type && types.includes(basket.type)) return basket.type;
  if (basket.table !== undefined && types.includes('dine_in')) return 'dine_in';
  return types[0] ?? null;
}
