import * as z from 'zod/mini';
import { absenceOf } from '../../../contract/menu/orderable.ts';
import { allowedPieces, piecesOf, quantityFault } from '../../../contract/orders/item-limits.ts';
import { hasOpenPrice, pieceAmount, priceDish } from '../../../contract/orders/price-dish.ts';
import type { Order } from '../../../contract/orders/calls.ts';
import { orderingNow, type OrderingNow } from '../../../contract/restaurant/ordering.ts';
import { hasHours } from '../../../contract/restaurant/opening-hours.ts';
import { placeOrder } from '../../../contract/storefront/calls.ts';
import { priceOrderDelivery } from '../../delivery/price.ts';
import { liveLocations } from '../../delivery/store.ts';
import { Refusal } from '../../pipeline/handler.ts';
import { delivers } from '../../storefront/delivers.ts';
import { offeredItems, type Offered } from '../../storefront/menu.ts';
import type { Wanted } from '../../storefront/new-order.ts';
import { createOrder, draftOrder, isServed, type Origin } from '../../storefront/place-order.ts';
import { amountText, dateText, joined, timeText } from '../answer/format.ts';
import { contactOf, contactQuestions } from './contact.ts';
import { missingOf, withModifiers, withVariant, type Menu } from './line-choices.ts';
import { addressIn, postcodeIn } from './read-address.ts';
import { nameAlone, phoneIn } from './read-reservation.ts';
import type { PendingLine, PendingOrder } from './pending.ts';
import { choose, orderTypeIn, readOrder, type OrderText } from './read-order.ts';
import { localDate, type Reply, type Turn } from './turn.ts';
import {
  FOR_WHEN,
  isSoonest,
  isUnsettled,
  scheduledFor,
  settledWhen,
  soonest,
  untimely,
  whenIn,
  whenText,
  whyUnsettled,
} from './order-time.ts';
import { isYes, numbered } from './words.ts';

export const blankOrder: PendingOrder = {
  kind: 'order',
  step: 'dishes',
  lines: [],
  unclear: [],
  line: 0,
  group_id: null,
  order_type: null,
  date: null,
  time: null,
  isHalfOpen: false,
  codes: [],
  postal_code: null,
  line_1: null,
  city: null,
  name: null,
  phone: null,
  total_amount: null,
  cart_message_id: null,
  question: '',
  misses: 0,
};

const QUANTITY_MAX = 99;
const CODES_MAX = 5;
/** The summary has to fit into one message. */
export const LINES_MAX = 30;

const readMenu = async ({ c, restaurant }: Turn): Promise<Menu> =>
  new Map((await offeredItems(c.db, restaurant, c.now)).map((offered) => [offered.item.id, offered]));

/** Begins an order with what a message or a cart names; says at once if none can be placed at all, or none for now. */
export async function beginOrder(turn: Turn, order: PendingOrder, read: OrderText | null): Promise<Reply> {
  const closed = whyClosed(turn);
  if (closed?.isPaused) return end(closed.text);
  if (closed && !hasHours(turn.restaurant.opening_hours))
    return handOver('The restaurant has not set its opening hours yet, so no order can be placed here.');
  return read ? addDishes(turn, order, read) : requestNext(turn, order);
}

/** Takes up an answer. Null: it says nothing about what was asked. */
export async function continueOrder(turn: Turn, before: PendingOrder): Promise<Reply | null> {
  const order = { ...before, misses: 0, total_amount: null };
  const { text } = turn;
  const menu = await readMenu(turn);
  switch (order.step) {
    case 'which': {
      const [unclear, ...rest] = order.unclear;
      const ids = unclear?.item_ids.filter((id) => menu.has(id)) ?? [];
      const [at, ...others] =
        ids.length === 1 && isYes(text)
          ? [0]
          : choose(
              text,
              ids.map((id) => menu.get(id)!.item.name),
            );
      if (!unclear) return null;
      if (at === undefined || others.length > 0) {
        // Another dish than those.
        const read = readOrder(text, turn.facts);
        return read.dishes.length > 0 ? addDishes(turn, { ...order, unclear: rest }, read) : null;
      }
      const item = turn.facts.items.find(({ id }) => id === ids[at]);
      if (!item) return null;
      const dish = { item, quantity: unclear.quantity, variant: null, modifiers: [], note: null };
      return addDishes(
        turn,
        { ...order, unclear: rest },
        { dishes: [dish], unclear: [], unknown: [], order_type: null, when: null, codes: [] },
      );
    }
    case 'variant':
    case 'group': {
      const line = order.lines[order.line];
      const chosen =
        line &&
        (order.step === 'variant'
          ? withVariant(asOf(turn, order), menu, line)
          : withModifiers(asOf(turn, order), menu, line, order.group_id));
      if (!chosen) return null;
      return requestNext(turn, { ...order, lines: order.lines.with(order.line, chosen) });
    }
    case 'when': {
      if (isSoonest(text)) return requestNext(turn, { ...order, ...soonest });
      const stated = whenIn(turn, text, true);
      const type = orderTypeIn(text) ?? order.order_type;
      return stated === null ? null : requestNext(turn, { ...order, ...stated, order_type: type });
    }
    case 'postcode': {
      const type = orderTypeIn(text);
      if (type === 'pickup') return requestNext(turn, { ...order, order_type: type });
      const postcode = postcodeIn(text);
      return postcode === null ? null : requestNext(turn, { ...order, postal_code: postcode });
    }
    case 'address': {
      const type = orderTypeIn(text);
      if (type === 'pickup') return requestNext(turn, { ...order, order_type: type });
      const address = addressIn(text, order.postal_code, turn.restaurant.city);
      return address === null ? null : requestNext(turn, { ...order, ...address });
    }
    case 'name': {
      const name = nameAlone(text);
      return name === null ? null : requestNext(turn, { ...order, name });
    }
    case 'phone': {
      const phone = phoneIn(text, true);
      return phone === null ? null : requestNext(turn, { ...order, phone });
    }
    case 'dishes':
    case 'type':
    case 'confirm': {
      const kept = withoutDropped(turn, order.lines);
      if (kept !== null)
        return kept.length > 0
          ? requestNext(turn, { ...order, lines: kept })
          : end('All right, nothing is left of the order. Nothing was sent.');
      const read = readOrder(text, turn.facts);
      const isNew =
        read.dishes.length + read.unclear.length > 0 || (order.step === 'dishes' && read.unknown.length > 0);
      if (!isNew && isSoonest(text)) return requestNext(turn, { ...order, ...soonest });
      if (!isNew && read.order_type === null && read.when === null && read.codes.length === 0) return null;
      const changed = withQuantities(text, order.lines, read);
      return changed
        ? addDishes(turn, { ...order, lines: changed }, { ...read, dishes: [] })
        : addDishes(turn, order, read);
    }
  }
}

/** Places exactly what the summary showed, for its total; another total is shown first. */
export async function confirmOrder(turn: Turn, order: PendingOrder): Promise<Reply> {
  const { c, restaurant, website, canPayOnline } = turn;
  const wanted = wantedOf(turn, order);
  // A time that has passed since the summary is asked for again.
  if (order.total_amount === null || wanted === null || isUnsettled(turn, order)) return requestNext(turn, order);
  const placed = await createOrder(c, { ...wanted, expected_total_amount: order.total_amount }, originOf(turn));
  if (placed instanceof Refusal) return afterRefusal(turn, order, placed);
  const { order: made, token } = placed;
  const link = `${website}/orders/${token}`;
  const due = `${made.is_asap ? 'about ' : ''}${timeText(made.due_at, restaurant.timezone)}${made.is_asap ? '' : ` on ${dateText(localDate(made.due_at, restaurant.timezone), 'en')}`}`;
  const state =
    made.order_status === 'pending'
      ? 'The restaurant still has to accept it.'
      : `The restaurant has accepted it; it should ${made.order_type === 'delivery' ? 'be with you' : 'be ready'} at ${due}.`;
  const pay = canPayOnline
    ? 'Pay online on this page, or when you get your food'
    : 'You pay when you get your food. Follow it here';
  const text = `Thank you, your order has the number ${made.order_no}: ${amountText(restaurant, made.total_amount)}. ${state} ${pay}: ${link}`;
  return {
    text,
    next: { kind: 'done', text: `Your order is placed already. It has the number ${made.order_no}: ${link}` },
  };
}

const end = (text: string): Reply => ({ text, next: null });
const handOver = (text: string): Reply => ({
  ...end(`${text} I have asked the restaurant to get back to you.`),
  escalated: true,
});

const originOf = ({ chat, customer }: Turn): Origin => ({
  channel: chat.channel_type === 'whatsapp' ? 'whatsapp' : 'chatbot',
  customer,
});

/** Why nothing can be ordered for now; null: something can. */
function whyClosed({ c, restaurant }: Turn): { text: string; isPaused: boolean } | null {
  const types = (['pickup', 'delivery'] as const).filter((type) => restaurant.order_type.includes(type));
  const [first, ...others] = types.map((type) => orderingNow(restaurant, c.now, type));
  if (!first || first.isOpen || others.some(({ isOpen }) => isOpen)) return null;
  const text =
    notNow[first.reason] + closesText(first, restaurant.timezone) + opensText(first.opensAt, restaurant.timezone);
  return { text, isPaused: first.reason === 'paused' };
}

const notNow = {
  paused: 'The restaurant takes no orders at the moment.',
  closed: 'The restaurant is closed now.',
  closing: 'It is too late for an order for now.',
};

const closesText = (ordering: OrderingNow, timezone: string): string =>
  !ordering.isOpen && ordering.reason === 'closing'
    ? ` The restaurant closes at ${timeText(ordering.closesAt, timezone)}.`
    : '';

function opensText(at: string | null, timezone: string): string {
  if (at === null) return '';
  const [date, time] = [dateText(localDate(at, timezone), 'en'), timeText(at, timezone)];
  return ` Orders are taken again from ${time} on ${date}.`;
}

/** What has to be asked about the time of an order; null: nothing. */
function whenQuestion(turn: Turn, order: PendingOrder): string | null {
  if (isUnsettled(turn, order)) return `${whyUnsettled(turn, order)} ${FOR_WHEN}`;
  const closed = scheduledFor(turn, order) === null ? whyClosed(turn) : null;
  return closed && !closed.isPaused ? `${closed.text} ${FOR_WHEN}` : null;
}

/** As it is when the order is due: what is sold out tonight may be there tomorrow. */
function asOf(turn: Turn, order: PendingOrder): Turn {
  const at = scheduledFor(turn, order);
  return at === null ? turn : { ...turn, c: { ...turn.c, now: new Date(at) } };
}

/** Adds what was named, and says what cannot be had. */
async function addDishes(turn: Turn, before: PendingOrder, read: OrderText): Promise<Reply> {
  const menu = await readMenu(turn);
  const order = {
    ...before,
    ...(read.when === null ? {} : whenIn(turn, read.when, false)),
    codes: [...new Set([...(before.codes ?? []), ...read.codes])].slice(-CODES_MAX),
    order_type: read.order_type ?? before.order_type,
  };
  const then = asOf(turn, order);
  const lines = [...order.lines];
  const notes = read.unknown.map((text) => `“${text}” is not on the menu.`);
  for (const { item, quantity, variant, modifiers, note } of read.dishes) {
    const offered = menu.get(item.id);
    const absence = whyAbsent(then, offered, item.name);
    if (absence) {
      notes.push(absence);
      continue;
    }
    const chosen = (offered!.item.variants ?? []).find(({ name }) => name === variant);
    if (quantity < 1) continue;
    if (quantity > QUANTITY_MAX) notes.push(`Up to ${QUANTITY_MAX} of a dish can be ordered here.`);
    lines.push({
      menu_item_id: item.id,
      quantity: Math.min(quantity, QUANTITY_MAX),
      ...(chosen ? { variant_id: chosen.id } : {}),
      ...(note ? { note } : {}),
      modifiers,
    });
  }
  if (lines.length > LINES_MAX) notes.push(`Up to ${LINES_MAX} dishes can be ordered here; the rest is left out.`);
  const next = {
    ...order,
    lines: lines.slice(0, LINES_MAX),
    unclear: [...order.unclear, ...read.unclear],
  };
  return requestNext(turn, next, notes);
}

function whyAbsent({ c, restaurant }: Turn, offered: Offered | undefined, name: string): string | null {
  if (!offered) return `${name} is not on the menu any more.`;
  if (hasOpenPrice(offered.item)) return `The price of ${name} is set by the restaurant, so it cannot be ordered here.`;
  const absence = absenceOf(offered, restaurant.timezone, c.now.toISOString());
  if (absence === null) return null;
  return absence.why === 'outside_windows'
    ? `${name} is not served at this time.`
    : `${name} is sold out at the moment.`;
}

/** Asks for what is missing, one thing at a time; the summary comes last. `notes`: what is said before. */
async function requestNext(turn: Turn, order: PendingOrder, notes: readonly string[] = []): Promise<Reply> {
  const { c, restaurant, website, isWebsitePublished, facts } = turn;
  const request = (step: PendingOrder['step'], text: string, change: Partial<PendingOrder> = {}): Reply => ({
    text: [...notes, text].join(' '),
    next: { ...order, total_amount: null, ...change, step, question: text },
  });
  const unsettled = whenQuestion(turn, order);
  if (unsettled) return request('when', unsettled, soonest);
  const then = asOf(turn, order);
  const menu = await readMenu(turn);
  const [unclear, ...clear] = order.unclear;
  if (unclear) {
    const names = unclear.item_ids.flatMap((id) => menu.get(id)?.item.name ?? []);
    if (names.length === 0) return requestNext(turn, { ...order, unclear: clear }, notes);
    return request(
      'which',
      names.length === 1
        ? `Do you mean ${names[0]}? Reply YES, or name another dish.`
        : `Which do you mean: ${numbered(names)}?`,
    );
  }
  const gone = order.lines.filter((line) => whyAbsent(then, menu.get(line.menu_item_id), '') !== null);
  if (gone.length > 0) {
    const texts = gone.map((line) => whyAbsent(then, menu.get(line.menu_item_id), nameOfLine(turn, menu, line))!);
    return requestNext(turn, { ...order, lines: order.lines.filter((line) => !gone.includes(line)) }, [
      ...notes,
      ...texts,
    ]);
  }
  if (order.lines.length === 0)
    return request(
      'dishes',
      `What would you like to order? For example: “2 ${facts.items[0]?.name ?? 'soup of the day'}”.${isWebsitePublished ? ` The menu: ${website}` : ''}`,
    );
  for (const [at, line] of order.lines.entries()) {
    const missing = missingOf(then, menu.get(line.menu_item_id)!, line);
    if (missing === null) continue;
    if (missing.kind === 'fixed')
      return requestNext(turn, { ...order, lines: order.lines.with(at, missing.line) }, notes);
    if (missing.kind === 'broken')
      return requestNext(turn, { ...order, lines: order.lines.toSpliced(at, 1) }, [...notes, missing.text]);
    return request(missing.kind, missing.text, { line: at, group_id: missing.group_id });
  }
  const limited = withLimits(menu, order.lines);
  if (limited) return requestNext(turn, { ...order, lines: limited.lines }, [...notes, limited.note]);
  const types = await typesOf(turn, menu, order.lines);
  if (types.length === 0)
    return end([...notes, 'This restaurant takes no orders for pickup or delivery in chats.'].join(' '));
  const [only] = types;
  const type = order.order_type ?? (types.length === 1 ? only! : null);
  if (type === null) return request('type', 'Is it for pickup or delivery?');
  if (!types.includes(type)) {
    if (order.order_type === null || types.length > 1)
      return request('type', 'Is it for pickup or delivery?', { order_type: null });
    return requestNext(turn, { ...order, order_type: only! }, [...notes, `It can only be ordered for ${only}.`]);
  }
  const typed = { ...order, order_type: type };
  if (type === 'delivery') {
    if (order.postal_code === null)
      return request('postcode', 'What is the postcode of the address?', { order_type: type });
    const priced = await priceOrderDelivery(c.db, restaurant, {
      to: { postal_code: order.postal_code, city: order.city ?? restaurant.city ?? '' },
      subtotal: subtotalOf(then, menu, order.lines),
      at: then.c.now.toISOString(),
    });
    const isOpenYet = order.city === null && (await hasNamedAreas(turn));
    if (priced instanceof Refusal && !(priced.error.code === 'delivery_unavailable' && isOpenYet))
      return afterRefusal(turn, typed, priced, notes);
    if (order.line_1 === null || order.city === null)
      return request('address', 'What are the street and house number, and the town?', { order_type: type });
  }
  const contact = contactOf(turn, order);
  if (typeof contact === 'string') return request(contact, contactQuestions[contact], { order_type: type });
  const complete = { ...typed, ...contact };
  const wanted = wantedOf(turn, complete);
  if (wanted === null) return handOver('This order cannot be placed here.');
  const draft = await draftOrder(c, wanted, originOf(turn));
  if (draft instanceof Refusal) return afterRefusal(turn, complete, draft, notes);
  const text = summaryOf(turn, draft.order, complete);
  return {
    text: notes.length > 0 ? `${notes.join(' ')}\n\n${text}` : text,
    // Exactly what was shown: another reading of the time does not come into question any more.
    next: {
      ...complete,
      ...settledWhen(turn, complete),
      step: 'confirm',
      question: text,
      total_amount: draft.order.total_amount,
    },
  };
}

/** What the rules of the storefront say against the order, in words, and what can be done about it. */
async function afterRefusal(
  turn: Turn,
  order: PendingOrder,
  { error }: Refusal,
  notes: readonly string[] = [],
): Promise<Reply> {
  const { restaurant } = turn;
  const current = (error.current ?? {}) as {
    opens_at?: string | null;
    closes_at?: string;
    items?: { menu_item_id: string; name: string | null }[];
    min_order_amount?: number;
    missing_amount?: number;
    next_at?: string | null;
    code?: string;
  };
  const request = (step: PendingOrder['step'], text: string, change: Partial<PendingOrder> = {}): Reply => ({
    text: [...notes, text].join(' '),
    next: { ...order, total_amount: null, ...change, step, question: text },
  });
  switch (error.code) {
    case 'price_changed':
      return requestNext(turn, { ...order, total_amount: null }, ['The price has changed in the meantime.']);
    case 'ordering_paused':
      return end(
        `The restaurant takes no orders at the moment.${opensText(current.opens_at ?? null, restaurant.timezone)} Nothing was ordered.`,
      );
    case 'restaurant_closed':
      return request(
        'when',
        `${current.closes_at ? `It would be ready only after the restaurant closes at ${timeText(current.closes_at, restaurant.timezone)}.` : `The restaurant takes no orders for ${order.order_type} now.`}${opensText(current.opens_at ?? null, restaurant.timezone)} Nothing was ordered yet. ${FOR_WHEN}`,
        soonest,
      );
    case 'slot_full':
      return request(
        'when',
        `The kitchen has no room left for that time.${current.next_at ? ` The next free time is ${whenText(current.next_at, restaurant.timezone)}.` : ''} ${FOR_WHEN}`,
        soonest,
      );
    case 'invalid_fields':
      return order.time != null && error.field_errors?.scheduled_for !== undefined
        ? request(
            'when',
            `${untimely[error.field_errors.scheduled_for] ?? 'It cannot be had then.'} ${FOR_WHEN}`,
            soonest,
          )
        : handOver('The order could not be placed.');
    case 'promotion_exhausted':
    case 'promotion_not_applicable': {
      const codes = (order.codes ?? []).filter((code) => code.toUpperCase() !== current.code?.toUpperCase());
      // One that is not named would come back for ever.
      const kept = codes.length < (order.codes ?? []).length ? codes : [];
      return requestNext(turn, { ...order, codes: kept, total_amount: null }, [
        ...notes,
        error.code === 'promotion_exhausted'
          ? `The code ${current.code ?? ''} has been used up.`
          : `The code ${current.code ?? ''} takes nothing off this order.`,
      ]);
    }
    case 'items_unavailable': {
      const items = current.items ?? [];
      const ids = items.map(({ menu_item_id: id }) => id);
      const lines = order.lines.filter(({ menu_item_id: id }) => !ids.includes(id));
      const names = items.flatMap(({ name }) => name ?? []);
      if (lines.length === order.lines.length) return handOver('Something of this cannot be had any more.');
      return requestNext(turn, { ...order, lines, total_amount: null }, [
        ...notes,
        `${names.length > 0 ? joined([...new Set(names)], 'en') : 'Something'} cannot be had any more.`,
      ]);
    }
    case 'below_minimum':
      return request(
        'dishes',
        `Delivery there begins at ${amountText(restaurant, current.min_order_amount ?? 0)}, and ${amountText(restaurant, current.missing_amount ?? 0)} are missing. What would you like to add? Or reply PICKUP to collect it.`,
      );
    case 'delivery_unavailable':
      return restaurant.order_type.includes('pickup')
        ? request(
            'postcode',
            `The restaurant does not deliver to ${order.postal_code}, as far as I can tell. Reply PICKUP to collect it, or give another postcode.`,
            { postal_code: null, line_1: null, city: null },
          )
        : handOver(`The restaurant does not deliver to ${order.postal_code}, as far as I can tell.`);
    default:
      return handOver('The order could not be placed.');
  }
}

/** As the storefront takes it; null: it would not. */
function wantedOf(turn: Turn, order: PendingOrder): Wanted | null {
  const { restaurant } = turn;
  const { order_type, lines, name, phone, line_1, city, postal_code, codes } = order;
  const scheduled_for = scheduledFor(turn, order);
  if (order_type === null || name === null || phone === null) return null;
  const delivery_address =
    order_type === 'delivery'
      ? { line_1, line_2: null, city, postal_code, country_code: restaurant.country_code, instructions: null }
      : undefined;
  const wanted = {
    order_type,
    lines: lines.map((line) => ({ ...line, modifiers: line.modifiers })),
    customer: { name, phone },
    ...(delivery_address ? { delivery_address } : {}),
    ...(scheduled_for === null ? {} : { scheduled_for }),
    ...(codes && codes.length > 0 ? { promotion_codes: codes } : {}),
  };
  return z.safeParse(placeOrder.options.body, wanted).data ?? null;
}

/** Towns and quarters by name: whether it delivers there is only known with the address. */
const hasNamedAreas = async ({ c }: Turn): Promise<boolean> =>
  (await liveLocations(c.db, c.restaurantId)).some(
    ({ is_active, location_type: type }) => is_active && type === 'named_area',
  );

/** What this order can be: what the restaurant offers, and every dish is served for. */
async function typesOf({ c, restaurant }: Turn, menu: Menu, lines: readonly PendingLine[]) {
  const types = (['pickup', 'delivery'] as const).filter(
    (type) =>
      restaurant.order_type.includes(type) && lines.every((line) => isServed(menu.get(line.menu_item_id)!, type)),
  );
  return types.includes('delivery') && !(await delivers(c.db, c.restaurantId))
    ? types.filter((type) => type !== 'delivery')
    : types;
}

/** "Remove the naan": the lines without it; null: nothing is to be removed. */
function withoutDropped({ text, facts }: Turn, lines: readonly PendingLine[]): PendingLine[] | null {
  const removed = /^\W*(?:please )?(?:remove|delete|drop|take off|leave out|cancel|no more)\b(.*)$/is.exec(text)?.[1];
  if (!removed || lines.length === 0) return null;
  const items = facts.items.filter(({ id }) => lines.some((line) => line.menu_item_id === id));
  const { dishes } = readOrder(removed, { ...facts, items });
  const ids = new Set(dishes.map(({ item }) => item.id));
  return ids.size === 0 ? null : lines.filter(({ menu_item_id: id }) => !ids.has(id));
}

/**
 * "Make it 3 korma" changes what is there, and a message that is sent again adds nothing. Null: what was named comes on top.
 */
function withQuantities(text: string, lines: readonly PendingLine[], { dishes }: OrderText): PendingLine[] | null {
  const wanted = new Map(dishes.map(({ item, quantity }) => [item.id, quantity]));
  const isThere = (id: string) => lines.filter(({ menu_item_id }) => menu_item_id === id).length === 1;
  if (wanted.size === 0 || wanted.size < dishes.length || ![...wanted.keys()].every(isThere)) return null;
  const next = lines.map((line) => ({ ...line, quantity: wanted.get(line.menu_item_id) ?? line.quantity }));
  const isSame = next.every(({ quantity }, at) => quantity === lines[at]!.quantity);
  const isMore = /\b(?:add|also|another|more|plus|too|as well|extra)\b/i.test(text);
  const isChange = /\b(?:make (?:it|that)|change|instead|only|just|not)\b/i.test(text);
  if (isMore || !(isSame || isChange)) return null;
  return next.map((line) => ({ ...line, quantity: Math.min(Math.max(line.quantity, 1), QUANTITY_MAX) }));
}

/** With as many pieces of a dish as can be ordered; null: it can be ordered as it is. The summary shows what became of it. */
function withLimits(menu: Menu, lines: readonly PendingLine[]): { lines: PendingLine[]; note: string } | null {
  const at = lines.findLastIndex(({ menu_item_id: id }) => {
    const item = menu.get(id)?.item;
    return item !== undefined && quantityFault(item, piecesOf(lines, id)) !== null;
  });
  const line = lines[at];
  if (!line) return null;
  const { item } = menu.get(line.menu_item_id)!;
  const wanted = piecesOf(lines, item.id);
  const allowed = allowedPieces(item, wanted);
  const others = lines.filter((one, place) => place !== at && one.menu_item_id === item.id);
  const quantity = Math.max(0, line.quantity + allowed - wanted);
  const note = `${quantityFault(item, wanted)}. ${others.length === 0 ? `I have put down ${quantity}.` : 'I have changed the order.'}`;
  return { lines: quantity > 0 ? lines.with(at, { ...line, quantity }) : lines.toSpliced(at, 1), note };
}

const subtotalOf = ({ c }: Turn, menu: Menu, lines: readonly PendingLine[]): number =>
  lines.reduce((sum, line) => {
    const outcome = priceDish(menu.get(line.menu_item_id)!, line, c.now.toISOString());
    return outcome.kind === 'priced' ? sum + pieceAmount(outcome.dish) * line.quantity : sum;
  }, 0);

const nameOfLine = ({ facts }: Turn, menu: Menu, { menu_item_id: id }: PendingLine): string =>
  menu.get(id)?.item.name ?? facts.items.find((one) => one.id === id)?.name ?? 'Something of this';

/** Every line and the total, as the order will have them. */
function summaryOf(
  { restaurant, canPayOnline }: Turn,
  order: Order,
  { name, line_1, city, postal_code }: PendingOrder,
): string {
  const amount = (value: number) => amountText(restaurant, value);
  const lines = order.lines.map((line) => {
    const choices = (line.modifiers ?? []).map((one) =>
      one.quantity > 1 ? `${one.quantity} × ${one.name}` : one.name,
    );
    const more = [choices.join(', '), line.note ? `“${line.note}”` : ''].filter(Boolean).join('; ');
    return `${line.quantity} × ${line.name}${more ? ` (${more})` : ''}: ${amount(line.total_amount)}`;
  });
  const { subtotal_amount, discount_amount, delivery_fee_amount, total_amount } = order;
  const rest = total_amount - (subtotal_amount - discount_amount + delivery_fee_amount);
  const sums = [
    ...(discount_amount > 0 ? [`Discount: −${amount(discount_amount)}`] : []),
    ...(order.order_type === 'delivery' ? [`Delivery: ${amount(delivery_fee_amount)}`] : []),
    ...(rest > 0 ? [`Tax and charges: ${amount(rest)}`] : []),
    `Total: ${amount(total_amount)}`,
  ];
  const head =
    order.order_type === 'delivery'
      ? `Your order, delivered to ${line_1}, ${city}, ${postal_code}, for ${name}:`
      : `Your order for pickup, for ${name}:`;
  const until = order.is_asap
    ? `It takes until about ${timeText(order.due_at, restaurant.timezone)}.`
    : `It is for ${whenText(order.due_at, restaurant.timezone)}.`;
  const due = `${until} You pay ${canPayOnline ? 'online or ' : ''}when you get your food.`;
  return [head, ...lines, ...sums, due, 'Reply YES to order this, or NO to stop.'].join('\n');
}
