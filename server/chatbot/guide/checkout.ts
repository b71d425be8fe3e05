import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { orderingNow, prepMinutes } from '../../../contract/restaurant/ordering.ts';
import type { Order } from '../../../contract/orders/calls.ts';
import { placeOrder } from '../../../contract/storefront/calls.ts';
import { readNumber } from '../../platform/phone-number.ts';
import { priceOrderDelivery } from '../../delivery/price.ts';
import { liveLocations } from '../../delivery/store.ts';
import { Refusal } from '../../pipeline/handler.ts';
import type { Wanted } from '../../storefront/new-order.ts';
import { slotsOf } from '../../storefront/pages/basket/slots.ts';
import { createOrder, draftOrder, isServed } from '../../storefront/place-order.ts';
import { dateText, timeText } from '../answer/format.ts';
import { fold } from '../answer/text.ts';
import { says } from '../languages/languages.ts';
import { orderTypes, readLines, showBasket } from './menu.ts';
import { ended } from './state.ts';
import { amountOf, offer, localDate, momentText, paged, toTeam, type Reply, type Row, type Turn } from './turn.ts';

export const ASAP = 'asap';

/** The next thing that an order lacks; last the summary with the button that orders exactly it. */
export async function checkout(turn: Turn, before = ''): Promise<Reply> {
  const { state, say, c } = turn;
  state.goal = 'order';
  state.summary = null;
  state.expects = null;
  const head = before ? `${before} ` : '';
  const lines = readLines(turn);
  if (lines.length === 0) return showBasket(turn, before);
  const types = await typesOf(turn);
  if (types.length === 0) return toTeam(turn, before);
  if (types.length === 1 || (state.type && !types.includes(state.type)))
    state.type = types.length === 1 ? types[0]! : null;
  if (state.type === null)
    return offer(
      turn,
      head + say('whichType'),
      types.map((type) => ({ id: `type:${type}`, title: say(type) })),
    );
  if (state.type === 'delivery') {
    const question = await requestPlace(
      turn,
      lines.reduce((sum, { amount }) => sum + amount, 0),
    );
    if (question) return { ...question, text: head + question.text };
  }
  if (state.when === null) return { ...requestWhen(turn), text: head + requestWhen(turn).text };
  const contact = requestContact(turn);
  if (contact) return { ...contact, text: head + contact.text };
  const wanted = wantedOf(turn);
  if (wanted === null) return toTeam(turn, before);
  const draft = await draftOrder(c, wanted, { channel: turn.channel, customer: turn.customer });
  if (draft instanceof Refusal) return afterRefusal(turn, draft);
  const text = summaryOf(turn, draft.order);
  const id = createHash('sha256').update(text).digest('hex').slice(0, 16);
  state.summary = { id, total: draft.order.total_amount };
  return offer(turn, (before ? `${before}\n\n` : '') + text, [
    { id: `order:${id}`, title: say('confirm') },
    { id: 'edit', title: say('change') },
    { id: 'stop', title: say('stop') },
  ]);

  async function typesOf({ menu, channel }: Turn) {
    return orderTypes(turn).filter((type) =>
      state.lines.every((line) => isServed(menu.get(line.menu_item_id)!, type, channel)),
    );
  }
}

/** "52.5, 13.4", with the name of the place in the lines above. */
const locationOf = (written: string) => {
  const [, place = '', lat, lng] = /^(?:(.*)\n)?(-?\d+(?:\.\d+)?), (-?\d+(?:\.\d+)?)$/s.exec(written) ?? [];
  return lat === undefined
    ? null
    : { place: place.replaceAll(/\s+/g, ' ').trim(), point: { lat: Number(lat), lng: Number(lng) } };
};

/** A location that was sent: the address of a delivery under way, else what delivery to it costs. */
export async function takeLocation(turn: Turn, written: string): Promise<Reply | null> {
  const { state, say, restaurant, c } = turn;
  const found = locationOf(written);
  if (!found || !restaurant.order_type.includes('delivery')) return null;
  const isOrdering = state.goal === 'order' && state.type === 'delivery';
  const priced = await priceOrderDelivery(c.db, restaurant, {
    to: { postal_code: '', city: restaurant.city ?? '', location: found.point },
    // Before anything is chosen no minimum is missed.
    subtotal: isOrdering ? readLines(turn).reduce((sum, { amount }) => sum + amount, 0) : Number.MAX_SAFE_INTEGER,
    at: c.now.toISOString(),
  });
  const isReached = !(priced instanceof Refusal);
  if (isOrdering) {
    // Another place: nothing of the one before is left.
    if (state.address !== null) Object.assign(state, { area: null, postcode: null });
    Object.assign(state, { point: found.point, address: found.place.slice(0, 120) || null });
    if (isReached) Object.assign(state, { area: '', postcode: '' });
    else if (!(await areWritten(turn))) return afterRefusal(turn, priced);
    return checkout(turn);
  }
  if (!isReached) return null;
  return offer(
    turn,
    [found.place, say('fee', { amount: amountOf(turn, priced.fee_amount) })].filter(Boolean).join('\n'),
    [{ id: 'cats:0', title: say('order') }],
  );
}

/** True where areas have postcodes or names: of these a point alone says nothing. */
const areWritten = async ({ c }: Turn): Promise<boolean> =>
  (await liveLocations(c.db, c.restaurantId)).some(
    ({ is_active, location_type: type }) => is_active && (type === 'postcodes' || type === 'named_area'),
  );

/** Where it goes, checked against the areas as soon as it is known. Null: it is known. */
async function requestPlace(turn: Turn, subtotal: number): Promise<Reply | null> {
  const { state, say, c, restaurant } = turn;
  const named = (await liveLocations(c.db, c.restaurantId)).filter(
    ({ is_active, location_type: type }) => is_active && type === 'named_area',
  );
  if (state.area === null && state.postcode === null) {
    if (named.length > 0)
      return offer(turn, say('whichArea'), [
        ...named.slice(0, 8).map(({ name }): Row => ({ id: `area:${name}`.slice(0, 200), title: name })),
        { id: 'area:', title: say('otherPlace') },
      ]);
    return requestPostcode(turn);
  }
  if (state.area === '' && state.postcode === null) return requestPostcode(turn);
  const priced = await priceOrderDelivery(c.db, restaurant, {
    to: {
      postal_code: state.postcode ?? '',
      city: restaurant.city ?? '',
      ...(state.area ? { area: state.area } : {}),
      ...(state.point ? { location: state.point } : {}),
    },
    subtotal,
    at: state.when && state.when !== ASAP ? state.when : c.now.toISOString(),
  });
  if (priced instanceof Refusal) return afterRefusal(turn, priced);
  if (state.address !== null) return null;
  state.expects = 'address';
  return offer(turn, say('whichAddress'), []);
}

function requestPostcode(turn: Turn): Reply {
  turn.state.expects = 'postcode';
  return offer(turn, turn.say('whichPostcode'), []);
}

/** Who it is for, and where the restaurant can call back. Null: known. */
export function requestContact(turn: Turn): Reply | null {
  const { state, say, chat, customer } = turn;
  const name = chat.customer_name.trim();
  const isNamed = !/^(?:guest|visitor|whatsapp customer)$/i.test(name) && /\p{L}/u.test(name);
  state.name ??= isNamed ? name : null;
  state.phone ??= customer.phone;
  state.expects = state.name === null ? 'name' : state.phone === null ? 'phone' : null;
  return state.expects === null ? null : offer(turn, say(state.expects === 'name' ? 'whichName' : 'whichPhone'), []);
}

/** "at 8 pm" is no address. */
const isTime = (text: string): boolean => {
  const [, unit = null] = /^(?:\p{L}{1,4}\s+){0,2}\d{1,2}(?:[:.h]\d{0,2})?\s*([\p{L}.]*)$/u.exec(fold(text)) ?? [];
  return unit !== null && (unit === '' || says('hour', unit));
};

/** What customers write of themselves. False: it is no such thing. */
export function takeWritten(
  { state, restaurant }: Turn,
  field: 'name' | 'phone' | 'area' | 'postcode' | 'address',
  text: string,
): boolean {
  if (field === 'phone') state.phone = readNumber(text, restaurant.country_code).phone_no ?? null;
  else if ((field === 'name' && /\d/.test(text)) || (field === 'address' && isTime(text))) return false;
  else state[field] = text.replaceAll(/\s+/g, ' ').slice(0, field === 'postcode' ? 20 : 120);
  return state[field] !== null;
}

/** As soon as possible where the restaurant is open, else a time. */
function requestWhen(turn: Turn): Reply {
  const { state, say, restaurant, c } = turn;
  const ordering = orderingNow(restaurant, c.now, state.type!, minutesOf(turn));
  if (!ordering.isOpen && ordering.reason === 'paused')
    return offer(turn, say('paused'), [{ id: 'stop', title: say('stop') }]);
  if (!ordering.isOpen) return showDays(turn, say('closed'));
  return offer(turn, say('whichWhen'), [
    { id: 'when:asap', title: say('asap') },
    { id: 'days', title: say('later') },
  ]);
}

const minutesOf = ({ restaurant, state, c, menu }: Turn): number =>
  Math.max(
    prepMinutes(restaurant, state.type!, c.now),
    ...state.lines.map((line) => menu.get(line.menu_item_id)?.item.prep_minutes ?? 0),
  );

/** The times of the website, by their day on the restaurant's calendar. */
export function timesByDay(turn: Turn): Map<string, string[]> {
  const { restaurant, c, state } = turn;
  const days = new Map<string, string[]>();
  for (const { slots } of slotsOf({ restaurant, now: c.now }, state.type!, minutesOf(turn)))
    for (const { at } of slots) {
      const date = localDate(at, restaurant.timezone);
      days.set(date, [...(days.get(date) ?? []), at]);
    }
  return days;
}

export function showDays(turn: Turn, before = ''): Reply {
  const { say, language } = turn;
  const dates = [...timesByDay(turn).keys()];
  if (dates.length === 0) return toTeam(turn, say('noTimes'));
  const rows = dates.map((date): Row => ({ id: `day:${date}:0`, title: dateText(date, language) }));
  return offer(
    turn,
    [before, say('whichDay')].filter(Boolean).join(' '),
    paged(turn, rows, 0, () => 'days'),
  );
}

export function showTimes(turn: Turn, date: string, page: number): Reply {
  const times = timesByDay(turn).get(date);
  if (!times) return showDays(turn, turn.say('timeGone'));
  const rows = times.map((at): Row => ({ id: `when:${at}`, title: timeText(at, turn.restaurant.timezone) }));
  return offer(
    turn,
    turn.say('whichTime'),
    paged(turn, rows, page, (next) => `day:${date}:${next}`),
  );
}

export function takeWhen(turn: Turn, when: string): Promise<Reply> | Reply {
  if (turn.state.type === null) return checkout(turn);
  if (when !== ASAP && ![...timesByDay(turn).values()].flat().includes(when))
    return showDays(turn, turn.say('timeGone'));
  turn.state.when = when;
  return checkout(turn);
}

/** Orders exactly what the summary showed. */
export async function confirmOrder(turn: Turn, id: string): Promise<Reply> {
  const { state, say, c, website, restaurant } = turn;
  const wanted = wantedOf(turn);
  if (state.summary?.id !== id || wanted === null) return checkout(turn, say('oldButton'));
  if (turn.isTrial) {
    turn.state = ended(state);
    return offer(turn, 'From a customer, this order would now be placed. Nothing was ordered.', []);
  }
  const placed = await createOrder(
    c,
    { ...wanted, expected_total_amount: state.summary.total },
    { channel: turn.channel, customer: turn.customer },
  );
  if (placed instanceof Refusal) return afterRefusal(turn, placed);
  const { order, token } = placed;
  turn.state = ended({ ...state, made: [...state.made, { kind: 'order', number: order.order_no, token }] });
  return offer(
    turn,
    say('placed', {
      number: order.order_no,
      amount: amountOf({ restaurant }, order.total_amount),
      link: `${website}/orders/${token}`,
    }),
    [],
  );
}

/** What the storefront's rules say against it, and what can be done about it. */
async function afterRefusal(turn: Turn, { error }: Refusal): Promise<Reply> {
  const { state, say } = turn;
  const current = (error.current ?? {}) as {
    items?: { menu_item_id: string; name: string | null }[];
    min_order_amount?: number;
    missing_amount?: number;
  };
  switch (error.code) {
    case 'price_changed':
      return checkout(turn, say('priceChanged'));
    case 'ordering_paused':
      return offer(turn, say('paused'), [{ id: 'person', title: say('person') }]);
    case 'restaurant_closed':
    case 'slot_full':
      state.when = null;
      return showDays(turn, say(error.code === 'slot_full' ? 'timeGone' : 'closed'));
    case 'invalid_fields':
      if (error.field_errors?.scheduled_for === undefined) return toTeam(turn);
      state.when = null;
      return showDays(turn, say('timeGone'));
    case 'items_unavailable': {
      const ids = (current.items ?? []).map(({ menu_item_id: id }) => id.toLowerCase());
      const names = state.lines
        .filter(({ menu_item_id: id }) => ids.includes(id))
        .map(({ menu_item_id: id }) => turn.menu.get(id)?.item.name ?? '');
      state.lines = state.lines.filter(({ menu_item_id: id }) => !ids.includes(id));
      return names.length === 0
        ? toTeam(turn)
        : showBasket(turn, say('removed', { dish: [...new Set(names)].join(', ') }));
    }
    case 'below_minimum': {
      const { min_order_amount: minimum = 0, missing_amount: missing = 0 } = current;
      const text = say('belowMinimum', { minimum: amountOf(turn, minimum), missing: amountOf(turn, missing) });
      return offer(turn, text, [{ id: 'cats:0', title: say('addMore') }, ...elsewhere(turn)]);
    }
    case 'delivery_unavailable': {
      const text = say('noDelivery', { place: state.area || state.postcode || state.address || '📍' });
      Object.assign(state, { area: null, postcode: null, address: null, point: null });
      return offer(turn, text, [...elsewhere(turn), { id: 'person', title: say('person') }]);
    }
    default:
      return toTeam(turn);
  }
}

const elsewhere = (turn: Turn): Row[] => [
  ...(orderTypes(turn).includes('pickup') ? [{ id: 'type:pickup', title: turn.say('pickup') }] : []),
  { id: 'place', title: turn.say('otherAddress') },
];

/** As the storefront takes it; null: something is missing. */
function wantedOf({ state, restaurant }: Turn): Wanted | null {
  const { type, lines, name, phone, when, address, area, postcode, point } = state;
  if (type === null || when === null || name === null || phone === null || (type === 'delivery' && !address))
    return null;
  const wanted = {
    order_type: type,
    lines,
    customer: { name, phone },
    ...(type === 'delivery'
      ? {
          delivery_address: {
            line_1: address,
            line_2: null,
            city: area || restaurant.city || '-',
            postal_code: postcode ?? '-',
            country_code: restaurant.country_code,
            instructions: null,
            ...(area ? { area } : {}),
            ...(point ? { location: point } : {}),
          },
        }
      : {}),
    ...(when === ASAP ? {} : { scheduled_for: when }),
  };
  return z.safeParse(placeOrder.options.body, wanted).data ?? null;
}

/** Every line with its choices and note, and the total, as the order will have them. */
function summaryOf(turn: Turn, order: Order): string {
  const { say, restaurant, state } = turn;
  const amount = (value: number) => amountOf({ restaurant }, value);
  const when = order.is_asap
    ? say('atAbout', { time: timeText(order.due_at, restaurant.timezone) })
    : momentText(turn, order.due_at);
  const address = [state.address, state.area || restaurant.city, state.postcode].filter(Boolean).join(', ');
  const lines = order.lines.map((line) => {
    const choices = (line.modifiers ?? []).map((one) =>
      one.quantity > 1 ? `${one.quantity} × ${one.name}` : one.name,
    );
    const more = [...choices, ...(line.note ? [`“${line.note}”`] : [])].join(', ');
    return `${line.quantity} × ${line.name}${more ? ` (${more})` : ''}: ${amount(line.total_amount)}`;
  });
  const { subtotal_amount, discount_amount, delivery_fee_amount, total_amount } = order;
  const rest = total_amount - (subtotal_amount - discount_amount + delivery_fee_amount);
  return [
    order.order_type === 'delivery'
      ? say('orderDelivery', { address, when, name: state.name! })
      : say('orderPickup', { when, name: state.name! }),
    ...lines,
    ...(discount_amount > 0 ? [say('discount', { amount: amount(discount_amount) })] : []),
    ...(order.order_type === 'delivery' ? [say('fee', { amount: amount(delivery_fee_amount) })] : []),
    ...(rest > 0 ? [say('charges', { amount: amount(rest) })] : []),
    say('total', { amount: amount(total_amount) }),
  ].join('\n');
}
