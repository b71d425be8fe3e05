import { callApi, requestData, type Answered } from '../../tests/support/api.ts';
import { signUp } from '../../tests/support/sign-up.ts';
import { allergens, dietaries } from '../../contract/menu/parts.ts';
import type { GroupFacts, ItemFacts, LocationFacts, OrderFacts, RestaurantFacts } from './facts.ts';
import type { BenchApp } from './open-app.ts';

export interface Loaded {
  token: string;
  slug: string;
  /** What the server has no call for, and was written to its tables. */
  notes: string[];
}

type Request = <T = unknown>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<T>;

/** Creates a restaurant and everything that is known of it, through the API. */
export async function loadRestaurant(app: BenchApp, facts: RestaurantFacts): Promise<Loaded> {
  const country = countryOf(facts);
  const account = await signUp(app, { restaurantName: facts.name, countryCode: country });
  const { token } = account;
  const restaurantId = account.restaurant.id;
  const request: Request = (method, path, body) =>
    requestData(app.fetch, method, path, { token, ...(body ? { body } : {}) });
  const tryCall = (method: 'POST' | 'PUT', path: string, body: object): Promise<Answered<unknown>> =>
    callApi(app.fetch, method, path, { token, body });
  const notes: string[] = [];
  const address = addressText(facts.address);

  await request('POST', '/auth/complete-profile', {
    name: facts.name,
    address: address || 'Not recorded',
    country_code: country,
    city: '-',
    currency: facts.currency,
    timezone: facts.timezone,
  });
  // Languages, the end of the day and the city have no call of their own here.
  await app.pools.owner.query(
    `UPDATE restaurants SET locale = $2, business_day_cutoff_time = $3, city = NULL, address = $4, email = $5 WHERE restaurant_id = $1`,
    [
      restaurantId,
      facts.locale,
      facts.business_day_cutoff_time ?? '04:00',
      address || null,
      facts.email ?? account.user.email,
    ],
  );
  notes.push('locale and end of the business day: written to the table');

  await request('POST', '/chatbot', {
    restaurant_name: facts.name,
    full_address: address || 'Not recorded',
    postal_code: '',
  });
  if (facts.phone || facts.email)
    await request('POST', '/chatbot/contacts', {
      business_telephone: facts.phone ?? '',
      restaurant_email: facts.email ?? account.user.email,
    });
  const { days, exceptions } = facts.opening_hours;
  await request('POST', '/chatbot/hours', {
    days,
    exceptions: (exceptions ?? []).map(({ date, recurring, is_open, periods, label }) => ({
      date: date ?? recurring ?? '01-01',
      is_open,
      periods,
      label: label.slice(0, 80),
    })),
  });
  const own = Object.entries(facts.opening_hours.order_types ?? {}).flatMap(([type, hours]) =>
    hours && (type === 'pickup' || type === 'delivery') ? [[type, { days: hours.days, exceptions: [] }]] : [],
  );
  if (own.length > 0) {
    const sent = await tryCall('POST', '/settings/account/opening-hours', { order_types: Object.fromEntries(own) });
    if (sent.error) notes.push(`hours of order types: ${sent.status} ${JSON.stringify(sent.error)}`);
  }
  await request('POST', '/chatbot/manage', {
    is_enabled: true,
    tone: 'brief',
    faqs: (facts.faqs ?? []).map(({ q, a }) => ({ q, a })),
    payment_methods: (facts.payment_methods ?? []).map((method) => (typeof method === 'string' ? method : method.name)),
  });
  const slug = await setSlug(app, restaurantId, facts, account.restaurant.slug, notes);
  await loadMenu(request, facts);
  for (const location of facts.delivery_locations ?? [])
    await loadLocation(app, tryCall, { restaurantId, currency: facts.currency, location, notes });
  if (facts.reservation) await loadReservation(tryCall, facts.reservation, notes);
  for (const order of facts.orders ?? []) await loadOrder(app, request, { restaurantId, order });
  return { token, slug, notes: [...new Set(notes)] };
}

async function setSlug(app: BenchApp, restaurantId: string, { slug }: RestaurantFacts, given: string, notes: string[]) {
  if (!slug) return given;
  await app.pools.owner.query('UPDATE restaurants SET slug = $2 WHERE restaurant_id = $1', [restaurantId, slug]);
  notes.push('slug: written to the table');
  return slug;
}

/** A locale's region, or the country of the number; currency and time zone are set by themselves. */
function countryOf({ locale, phone, timezone }: RestaurantFacts): string {
  const region = new Intl.Locale(locale).maximize().region;
  if (region && /^[A-Z]{2}$/.test(region)) return region;
  return phone?.startsWith('+1') || timezone.startsWith('America/') ? 'US' : 'GB';
}

function addressText(address: RestaurantFacts['address']): string {
  if (!address) return '';
  if (typeof address === 'string') return address;
  return Object.values(address)
    .filter((part) => typeof part === 'string' && part !== '')
    .join(', ');
}

async function loadMenu(request: Request, facts: RestaurantFacts): Promise<void> {
  const book = await request<{ id: string }>('POST', '/menu/books', {
    name: 'Menu',
    status: 'published',
    is_default: true,
  });
  const known = [...(facts.menu.modifier_groups ?? []), ...(facts.modifier_groups ?? [])];
  const made = new Map<string, string>();
  const groupOf = async (given: string | GroupFacts): Promise<string | null> => {
    const group =
      typeof given === 'string' || !given.modifiers
        ? known.find(({ id }) => id === (typeof given === 'string' ? given : given.id))
        : given;
    if (!group?.name) return null;
    const key = JSON.stringify(group);
    const present = made.get(key);
    if (present) return present;
    const { id } = await request<{ id: string }>('POST', '/menu/modifier-groups', {
      name: group.name,
      selection_type: group.selection_type ?? 'multiple',
      min_selected: group.min_selected ?? 0,
      ...(group.max_selected ? { max_selected: group.max_selected } : {}),
      modifiers: (group.modifiers ?? []).map(({ name, price_amount, allergens: list }) => ({
        id: crypto.randomUUID(),
        name,
        price_amount,
        allergens: knownOf(allergens, list),
      })),
    });
    made.set(key, id);
    return id;
  };
  for (const [at, category] of facts.menu.categories.entries()) {
    const { id } = await request<{ id: string }>('POST', `/menu/books/${book.id}/categories`, {
      name: category.name,
      sort_order: at,
    });
    for (const item of category.items) {
      const groups: string[] = [];
      for (const group of item.modifier_groups ?? []) {
        const groupId = await groupOf(group);
        if (groupId) groups.push(groupId);
      }
      await loadItem(request, item, `/menu/books/${book.id}/categories/${id}/items`, groups);
    }
  }
}

async function loadItem(request: Request, item: ItemFacts, path: string, groups: readonly string[]): Promise<void> {
  const variants = (item.variants ?? []).map(({ name, price_amount, is_default }) => ({
    id: crypto.randomUUID(),
    name,
    price_amount,
    is_default: is_default ?? false,
  }));
  const created = await request<{ id: string }>('POST', path, {
    name: item.name,
    description: item.description,
    price_amount: item.price_amount,
    allergens: knownOf(allergens, item.allergens),
    may_contain: knownOf(allergens, item.may_contain),
    allergens_confirmed_at: item.allergens_confirmed_at ?? null,
    dietary: knownOf(dietaries, item.dietary),
    ...(item.pricing_type ? { pricing_type: item.pricing_type } : {}),
    ...(variants.length > 0 ? { variants } : {}),
    modifier_groups: groups.map((id) => ({ id })),
  });
  if (item.availability_status === 'sold_out' || item.availability_status === 'hidden' || item.is_available === false)
    await request('PUT', `${path}/${created.id}/update-availability`, {
      availability_status: item.availability_status === 'hidden' ? 'hidden' : 'sold_out',
    });
  for (const [at, variant] of (item.variants ?? []).entries())
    if (variant.availability_status === 'sold_out')
      await request('PUT', `${path}/${created.id}/update-availability`, {
        availability_status: 'sold_out',
        variant_id: variants[at]!.id,
      });
}

const knownOf = <T extends string>(known: readonly T[], list: readonly string[] | null | undefined): T[] =>
  known.filter((one) => list?.includes(one));

interface LocationOptions {
  restaurantId: string;
  currency: string;
  location: LocationFacts;
  notes: string[];
}

type TryCall = (method: 'POST' | 'PUT', path: string, body: object) => Promise<Answered<unknown>>;

async function loadLocation(
  app: BenchApp,
  tryCall: TryCall,
  { restaurantId, currency, location, notes }: LocationOptions,
): Promise<void> {
  const { name, location_type, postcodes, fee_amount, fee_tiers, min_order_amount, free_over_amount = null } = location;
  const { eta_min_minutes = null, eta_max_minutes = null, priority, is_active, note } = location;
  const fields = {
    fee_amount,
    fee_tiers,
    min_order_amount,
    free_over_amount,
    eta_min_minutes,
    eta_max_minutes,
    priority,
    is_active,
  };
  const area = location_type === 'postcodes' ? { location_type, postcodes } : { location_type: 'named_area' };
  const sent = await tryCall('POST', '/settings/delivery-locations', { name, area, ...fields, note });
  if (!sent.error) return;
  if (sent.status !== 404) throw new Error(`delivery location ${name}: ${sent.status} ${JSON.stringify(sent.error)}`);
  notes.push('delivery locations: the server has no such call yet, written to the table');
  await app.pools.owner.query(
    `INSERT INTO delivery_locations (restaurant_id, id, name, location_type, postcodes, fee_amount, fee_tiers, min_order_amount, free_over_amount,
       currency, eta_min_minutes, eta_max_minutes, priority, is_active, windows, courier, note, created_at, updated_at)
     VALUES ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, '[]', 'own', '', now(), now())`,
    [
      restaurantId,
      name,
      location_type,
      JSON.stringify(postcodes),
      fee_amount,
      JSON.stringify(fee_tiers),
      min_order_amount,
      free_over_amount,
      currency,
      eta_min_minutes,
      eta_max_minutes,
      priority,
      is_active,
    ],
  );
}

const bookingFields = [
  'min_booking_duration_minutes',
  'default_duration_by_party',
  'buffer_minutes',
  'min_advance_minutes',
  'max_advance_days',
  'cancellation_cutoff_minutes',
  'auto_confirm',
  'hold_minutes',
];
const tableFields = ['areas', 'tables', 'max_guests_online', 'min_guests_online'];
const timeFields = ['slot_interval_minutes', 'days', 'exceptions'];

/** The facts name the three parts of the settings in one object, or each in its own. */
async function loadReservation(tryCall: TryCall, given: Record<string, unknown>, notes: string[]): Promise<void> {
  const flat: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) Object.assign(flat, value);
    else flat[name] = value;
  const part = (names: readonly string[], usual: object) => ({
    ...usual,
    ...Object.fromEntries(names.flatMap((name) => (flat[name] === undefined ? [] : [[name, flat[name]]]))),
  });
  const usual = {
    min_booking_duration_minutes: 90,
    default_duration_by_party: [],
    buffer_minutes: 0,
    min_advance_minutes: 60,
    max_advance_days: 60,
    cancellation_cutoff_minutes: 120,
    auto_confirm: false,
    hold_minutes: 10,
  };
  const parts: [path: string, body: object][] = [['min-booking-duration', part(bookingFields, usual)]];
  if (tableFields.some((name) => name in flat))
    parts.push([
      'table-config',
      part(tableFields, { areas: [], tables: [], min_guests_online: 1, max_guests_online: 8 }),
    ]);
  if (flat['days']) parts.push(['available-times', part(timeFields, { slot_interval_minutes: 30, exceptions: [] })]);
  for (const [path, body] of parts) {
    const sent = await tryCall('POST', `/settings/reservation/${path}`, body);
    if (sent.error)
      notes.push(
        `reservation ${path}: ${sent.status} ${sent.error.code} ${JSON.stringify(sent.error.field_errors ?? {})}`,
      );
  }
}

const steps: Record<string, readonly string[]> = {
  accepted: [],
  preparing: ['preparing'],
  ready: ['preparing', 'ready'],
  out_for_delivery: ['preparing', 'ready', 'out_for_delivery'],
  completed: ['preparing', 'ready', 'completed'],
  cancelled: ['cancelled'],
};

/**
 * An order by hand, moved to its status. The server numbers orders itself, and takes a delivery only to an address in its area, which the
 * facts need not have: what no call sets is written to the table.
 */
async function loadOrder(
  app: BenchApp,
  request: Request,
  { restaurantId, order }: { restaurantId: string; order: OrderFacts },
): Promise<void> {
  const placed = order.placed_at ?? order.created_at;
  if (placed) app.setClock(placed);
  const phone = order.customer?.phone ?? order.customer_phone ?? order.phone ?? null;
  const name = order.customer?.name ?? order.customer_name ?? 'Guest';
  const { id } = await request<{ id: string }>('POST', '/orders', {
    order_type: order.order_type === 'dine_in' ? 'dine_in' : 'pickup',
    channel: 'phone',
    customer: { name, phone },
    lines: [{ menu_item_id: null, name: 'Order', quantity: 1, unit_amount: 100 }],
  });
  const write = (change: string, value: unknown) =>
    app.pools.owner.query(`UPDATE orders SET ${change} WHERE restaurant_id = $1 AND id = $2`, [
      restaurantId,
      id,
      value,
    ]);
  if (order.order_type === 'delivery') await write('order_type = $3', 'delivery');
  const wanted = steps[order.order_status];
  for (const order_status of wanted ?? [])
    await request('POST', `/orders/${id}/status`, {
      order_status,
      ...(order_status === 'cancelled' ? { reason: 'customer_request' } : {}),
    });
  if (!wanted) await write('order_status = $3', order.order_status);
  const due = order.due_at ?? order.estimated_ready_at ?? null;
  if (order.order_no !== undefined && order.order_no !== null) await write('order_no = $3', String(order.order_no));
  if (due) await write('due_at = $3::timestamptz', due);
}
