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
import { amountIn, dateText, joined, timeText } from '../answer/format.ts';
import { contactOf, contactQuestion } from './contact.ts';
import { missingOf, withModifiers, withVariant, type Menu } from './line-choices.ts';
import { addressIn, postcodeIn } from './read-address.ts';
import { nameIn, phoneIn } from './read-reservation.ts';
import type { PendingLine, PendingOrder } from './pending.ts';
import { choose, orderTypeIn, readOrder, type OrderText } from './read-order.ts';
import { channelOf, localDate, type Reply, type Turn } from './turn.ts';
import {
  isSoonest,
  isUnsettled,
  scheduledFor,
  settledWhen,
  soonest,
  whyUntimely,
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

const readMenu = async (turn: Turn): Promise<Menu> =>
  new Map(
    (await offeredItems(turn.c.db, turn.restaurant, turn.c.now, { channel: channelOf(turn.chat) })).map((offered) => [
      offered.item.id,
      offered,
    ]),
  );

/** Begins an order with what a message or a cart names; says at once if none can be placed at all, or none for now. */
export async function beginOrder(turn: Turn, order: PendingOrder, read: OrderText | null): Promise<Reply> {
  const closed = whyClosed(turn);
  if (closed?.isPaused) return end(closed.text);
  if (closed && !hasHours(turn.restaurant.opening_hours)) return handOver(turn, turn.say.noHours);
  return read ? addDishes(turn, order, read) : requestNext(turn, order);
}

/** Takes up an answer. Null: it says nothing about what was asked. */
export async function continueOrder(turn: Turn, before: PendingOrder): Promise<Reply | null> {
  const order = { ...before, misses: 0, total_amount: null };
  const { text, english } = turn;
  const menu = await readMenu(turn);
  switch (order.step) {
    case 'which': {
      const [unclear, ...rest] = order.unclear;
      const ids = unclear?.item_ids.filter((id) => menu.has(id)) ?? [];
      const [at, ...others] =
        ids.length === 1 && isYes(text)
          ? [0]
          : choose(
              english,
              ids.map((id) => menu.get(id)!.item.name),
            );
      if (!unclear) return null;
      if (at === undefined || others.length > 0) {
        // Another dish than those.
        const read = readOrder(english, turn.facts);
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
      if (isSoonest(english)) return requestNext(turn, { ...order, ...soonest });
      const stated = whenIn(turn, english, true);
      const type = orderTypeIn(english) ?? order.order_type;
      return stated === null ? null : requestNext(turn, { ...order, ...stated, order_type: type });
    }
    case 'postcode': {
      const type = orderTypeIn(english);
      if (type === 'pickup') return requestNext(turn, { ...order, order_type: type });
      const postcode = postcodeIn(text);
      return postcode === null ? null : requestNext(turn, { ...order, postal_code: postcode });
    }
    case 'address': {
      const type = orderTypeIn(english);
      if (type === 'pickup') return requestNext(turn, { ...order, order_type: type });
      const address = addressIn(text, order.postal_code, turn.restaurant.city);
      return address === null ? null : requestNext(turn, { ...order, ...address });
    }
    case 'name': {
      const name = nameIn(turn);
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
        return kept.length > 0 ? requestNext(turn, { ...order, lines: kept }) : end(turn.say.nothingLeft);
      const read = readOrder(english, turn.facts);
      const isNew =
        read.dishes.length + read.unclear.length > 0 || (order.step === 'dishes' && read.unknown.length > 0);
      if (!isNew && isSoonest(english)) return requestNext(turn, { ...order, ...soonest });
      if (!isNew && read.order_type === null && read.when === null && read.codes.length === 0) return null;
      const changed = withQuantities(english, order.lines, read);
      return changed
        ? addDishes(turn, { ...order, lines: changed }, { ...read, dishes: [] })
        : addDishes(turn, order, read);
    }
  }
}

/** Places exactly what the summary showed, for its total; another total is shown first. */
export async function confirmOrder(turn: Turn, order: PendingOrder): Promise<Reply> {
  const { c, restaurant, website, canPayOnline, say } = turn;
  const wanted = wantedOf(turn, order);
  // A time that has passed since the summary is asked for again.
  if (order.total_amount === null || wanted === null || isUnsettled(turn, order)) return requestNext(turn, order);
  const placed = await createOrder(c, { ...wanted, expected_total_amount: order.total_amount }, originOf(turn));
  if (placed instanceof Refusal) return afterRefusal(turn, order, placed);
  const { order: made, token } = placed;
  const link = `${website}/orders/${token}`;
  const when = made.is_asap ? say.about(timeText(made.due_at, restaurant.timezone)) : whenText(turn, made.due_at);
  const state =
    made.order_status === 'pending' ? say.stillToAccept : say.acceptedFor(order.order_type ?? 'pickup', when);
  const number = made.order_no;
  const text = [
    say.placed(number, amountIn(turn, made.total_amount)),
    state,
    say.payAndFollow(canPayOnline, link),
  ].join(' ');
  return { text, next: { kind: 'done', text: say.placedAlready(number, link) } };
}

const end = (text: string): Reply => ({ text, next: null });
const handOver = ({ say }: Turn, text: string): Reply => ({ ...end(`${text} ${say.askedTeam}`), escalated: true });

const originOf = (turn: Turn): Origin => ({ channel: channelOf(turn.chat), customer: turn.customer });

/** Why nothing can be ordered for now; null: something can. */
function whyClosed(turn: Turn): { text: string; isPaused: boolean } | null {
  const { c, restaurant, say } = turn;
  const types = (['pickup', 'delivery'] as const).filter((type) => restaurant.order_type.includes(type));
  const [first, ...others] = types.map((type) => orderingNow(restaurant, c.now, type));
  if (!first || first.isOpen || others.some(({ isOpen }) => isOpen)) return null;
  const why = { paused: say.noOrders, closed: say.closedNow, closing: say.tooLate }[first.reason];
  const text = why + closesText(turn, first) + opensText(turn, first.opensAt);
  return { text, isPaused: first.reason === 'paused' };
}

const closesText = ({ say, restaurant }: Turn, ordering: OrderingNow): string =>
  !ordering.isOpen && ordering.reason === 'closing'
    ? ` ${say.closesAt(timeText(ordering.closesAt, restaurant.timezone))}`
    : '';

function opensText({ say, language, restaurant: { timezone } }: Turn, at: string | null): string {
  if (at === null) return '';
  return ` ${say.takenAgain(timeText(at, timezone), dateText(localDate(at, timezone), language))}`;
}

/** What has to be asked about the time of an order; null: nothing. */
function whenQuestion(turn: Turn, order: PendingOrder): string | null {
  if (isUnsettled(turn, order)) return `${whyUnsettled(turn, order)} ${turn.say.forWhen}`;
  const closed = scheduledFor(turn, order) === null ? whyClosed(turn) : null;
  return closed && !closed.isPaused ? `${closed.text} ${turn.say.forWhen}` : null;
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
  const notes = read.unknown.map((text) => turn.say.notOnMenu(text));
  for (const { item, quantity, variant, modifiers, note } of read.dishes) {
    const offered = menu.get(item.id);
    const absence = whyAbsent(then, offered, item.name);
    if (absence) {
      notes.push(absence);
      continue;
    }
    const chosen = (offered!.item.variants ?? []).find(({ name }) => name === variant);
    if (quantity < 1) continue;
    if (quantity > QUANTITY_MAX) notes.push(turn.say.upToPieces(QUANTITY_MAX));
    lines.push({
      menu_item_id: item.id,
      quantity: Math.min(quantity, QUANTITY_MAX),
      ...(chosen ? { variant_id: chosen.id } : {}),
      ...(note ? { note } : {}),
      modifiers,
    });
  }
  if (lines.length > LINES_MAX) notes.push(turn.say.upToDishes(LINES_MAX));
  const next = {
    ...order,
    lines: lines.slice(0, LINES_MAX),
    unclear: [...order.unclear, ...read.unclear],
  };
  return requestNext(turn, next, notes);
}

function whyAbsent({ c, restaurant, say }: Turn, offered: Offered | undefined, name: string): string | null {
  if (!offered) return say.gone(name);
  if (hasOpenPrice(offered.item)) return say.openPrice(name);
  const absence = absenceOf(offered, restaurant.timezone, c.now.toISOString());
  if (absence === null) return null;
  return absence.why === 'outside_windows' ? say.notServed(name) : say.soldOut(name);
}

/** Asks for what is missing, one thing at a time; the summary comes last. `notes`: what is said before. */
async function requestNext(turn: Turn, order: PendingOrder, notes: readonly string[] = []): Promise<Reply> {
  const { c, restaurant, website, isWebsitePublished, facts, say } = turn;
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
    return request('which', names.length === 1 ? say.meanOne(names[0]!) : say.meanWhich(numbered(names, say.or)));
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
      [
        say.whatToOrder(facts.items[0]?.name ?? say.exampleDish),
        ...(isWebsitePublished ? [say.menuAt(website)] : []),
      ].join(' '),
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
  const limited = withLimits(turn, menu, order.lines);
  if (limited) return requestNext(turn, { ...order, lines: limited.lines }, [...notes, limited.note]);
  const types = await typesOf(turn, menu, order.lines);
  if (types.length === 0) return end([...notes, say.noTypes].join(' '));
  const [only] = types;
  const type = order.order_type ?? (types.length === 1 ? only! : null);
  if (type === null) return request('type', say.whichType);
  if (!types.includes(type)) {
    if (order.order_type === null || types.length > 1) return request('type', say.whichType, { order_type: null });
    return requestNext(turn, { ...order, order_type: only! }, [...notes, say.onlyFor(say[only!])]);
  }
  const typed = { ...order, order_type: type };
  if (type === 'delivery') {
    if (order.postal_code === null) return request('postcode', say.whichPostcode, { order_type: type });
    const priced = await priceOrderDelivery(c.db, restaurant, {
      to: { postal_code: order.postal_code, city: order.city ?? restaurant.city ?? '' },
      subtotal: subtotalOf(then, menu, order.lines),
      at: then.c.now.toISOString(),
    });
    const isOpenYet = order.city === null && (await hasNamedAreas(turn));
    if (priced instanceof Refusal && !(priced.error.code === 'delivery_unavailable' && isOpenYet))
      return afterRefusal(turn, typed, priced, notes);
    if (order.line_1 === null || order.city === null) return request('address', say.whichAddress, { order_type: type });
  }
  const contact = contactOf(turn, order);
  if (typeof contact === 'string') return request(contact, contactQuestion(turn, contact), { order_type: type });
  const complete = { ...typed, ...contact };
  const wanted = wantedOf(turn, complete);
  if (wanted === null) return handOver(turn, say.cannotBePlacedHere);
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
  const { restaurant, say } = turn;
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
      return requestNext(turn, { ...order, total_amount: null }, [say.priceChanged]);
    case 'ordering_paused':
      return end(`${say.noOrders}${opensText(turn, current.opens_at ?? null)} ${say.nothingOrdered}`);
    case 'restaurant_closed':
      return request(
        'when',
        `${current.closes_at ? say.readyTooLate(timeText(current.closes_at, restaurant.timezone)) : say.noOrdersFor(say[order.order_type ?? 'pickup'])}${opensText(turn, current.opens_at ?? null)} ${say.nothingOrderedYet} ${say.forWhen}`,
        soonest,
      );
    case 'slot_full':
      return request(
        'when',
        `${say.kitchenFull}${current.next_at ? ` ${say.nextFree(whenText(turn, current.next_at))}` : ''} ${say.forWhen}`,
        soonest,
      );
    case 'invalid_fields':
      return order.time != null && error.field_errors?.scheduled_for !== undefined
        ? request('when', `${whyUntimely(turn, error.field_errors.scheduled_for)} ${say.forWhen}`, soonest)
        : handOver(turn, say.couldNotBePlaced);
    case 'promotion_exhausted':
    case 'promotion_not_applicable': {
      const codes = (order.codes ?? []).filter((code) => code.toUpperCase() !== current.code?.toUpperCase());
      // One that is not named would come back for ever.
      const kept = codes.length < (order.codes ?? []).length ? codes : [];
      return requestNext(turn, { ...order, codes: kept, total_amount: null }, [
        ...notes,
        error.code === 'promotion_exhausted'
          ? say.codeUsedUp(current.code ?? '')
          : say.codeTakesNothing(current.code ?? ''),
      ]);
    }
    case 'items_unavailable': {
      const items = current.items ?? [];
      const ids = items.map(({ menu_item_id: id }) => id);
      const lines = order.lines.filter(({ menu_item_id: id }) => !ids.includes(id));
      const names = items.flatMap(({ name }) => name ?? []);
      if (lines.length === order.lines.length) return handOver(turn, say.somethingGone);
      return requestNext(turn, { ...order, lines, total_amount: null }, [
        ...notes,
        say.notAnyMore(names.length > 0 ? joined([...new Set(names)], turn.language) : say.something),
      ]);
    }
    case 'below_minimum':
      return request(
        'dishes',
        say.belowMinimum(amountIn(turn, current.min_order_amount ?? 0), amountIn(turn, current.missing_amount ?? 0)),
      );
    case 'delivery_unavailable':
      return restaurant.order_type.includes('pickup')
        ? request('postcode', `${say.noDeliveryTo(order.postal_code ?? '')} ${say.pickupInstead}`, {
            postal_code: null,
            line_1: null,
            city: null,
          })
        : handOver(turn, say.noDeliveryTo(order.postal_code ?? ''));
    default:
      return handOver(turn, say.couldNotBePlaced);
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
async function typesOf({ c, restaurant, chat }: Turn, menu: Menu, lines: readonly PendingLine[]) {
  const types = (['pickup', 'delivery'] as const).filter(
    (type) =>
      restaurant.order_type.includes(type) &&
      lines.every((line) => isServed(menu.get(line.menu_item_id)!, type, channelOf(chat))),
  );
  return types.includes('delivery') && !(await delivers(c.db, c.restaurantId))
    ? types.filter((type) => type !== 'delivery')
    : types;
}

/** "Remove the naan": the lines without it; null: nothing is to be removed. */
function withoutDropped({ english, facts }: Turn, lines: readonly PendingLine[]): PendingLine[] | null {
  const removed = /^\W*(?:please )?(?:remove|delete|drop|take off|leave out|cancel|no more)\b(.*)$/is.exec(
    english,
  )?.[1];
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
function withLimits(
  { say }: Turn,
  menu: Menu,
  lines: readonly PendingLine[],
): { lines: PendingLine[]; note: string } | null {
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
  const limit = allowed > wanted ? say.atLeast(item.name, allowed) : say.atMost(item.name, allowed);
  const note = `${limit} ${others.length === 0 ? say.putDown(quantity) : say.changedOrder}`;
  return { lines: quantity > 0 ? lines.with(at, { ...line, quantity }) : lines.toSpliced(at, 1), note };
}

const subtotalOf = ({ c }: Turn, menu: Menu, lines: readonly PendingLine[]): number =>
  lines.reduce((sum, line) => {
    const outcome = priceDish(menu.get(line.menu_item_id)!, line, c.now.toISOString());
    return outcome.kind === 'priced' ? sum + pieceAmount(outcome.dish) * line.quantity : sum;
  }, 0);

const nameOfLine = ({ facts, say }: Turn, menu: Menu, { menu_item_id: id }: PendingLine): string =>
  menu.get(id)?.item.name ?? facts.items.find((one) => one.id === id)?.name ?? say.somethingOfThis;

/** Every line and the total, as the order will have them. */
function summaryOf(turn: Turn, order: Order, { name, line_1, city, postal_code }: PendingOrder): string {
  const { restaurant, canPayOnline, say } = turn;
  const amount = (value: number) => amountIn(turn, value);
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
    ...(discount_amount > 0 ? [say.discount(amount(discount_amount))] : []),
    ...(order.order_type === 'delivery' ? [say.deliveryFee(amount(delivery_fee_amount))] : []),
    ...(rest > 0 ? [say.charges(amount(rest))] : []),
    say.total(amount(total_amount)),
  ];
  const head =
    order.order_type === 'delivery'
      ? say.orderDelivered(`${line_1}, ${city}, ${postal_code}`, name ?? '')
      : say.orderForPickup(name ?? '');
  const until = order.is_asap
    ? say.readyAbout(timeText(order.due_at, restaurant.timezone))
    : say.isFor(whenText(turn, order.due_at));
  const due = `${until} ${say.youPay(canPayOnline)}`;
  return [head, ...lines, ...sums, due, say.confirmOrder].join('\n');
}
