import * as z from 'zod/mini';
import { isAvailable } from '../../../contract/menu/availability.ts';
import { isDate } from '../../pipeline/date-range.ts';
import { findTimes, nextFreeDays } from '../../storefront/reservations.ts';
import type { Offered } from '../../menu/offered.ts';
import type { Tool } from '../../integrations/llm.ts';
import { answerQuestion } from '../answer/answer.ts';
import { dateText, timeText } from '../answer/format.ts';
import { fold } from '../answer/text.ts';
import { takeWhen, takeWritten, timesByDay } from '../guide/checkout.ts';
import { openIn, slotsOfDish, withChoice } from '../guide/dish-slots.ts';
import { resume } from '../guide/guide.ts';
import { canOrder, isOrderable, pickDish, removeLine, requestDish, takeNote, takeQuantity } from '../guide/menu.ts';
import { describeMade } from '../guide/made.ts';
import { canBook, movedId, takeTable } from '../guide/table.ts';
import { amountOf, localDate, type Turn } from '../guide/turn.ts';

/** What the tools have said and done in one conversation with the model. */
export interface Session {
  /** What the guest wrote in this chat. */
  guestTexts: readonly string[];
  /** Sentences of the records, and names and descriptions of the menu. Of a draft the guest reads below, as it is at last. */
  lines: string[];
  words: string[];
  hasDraft: boolean;
  /** What the guest is shown, as if they had pressed it. */
  show: string | null;
}

type Run = (turn: Turn, session: Session) => Promise<string> | string;

interface Declared extends Tool {
  isOffered(turn: Turn): boolean;
  /** Null: these are no arguments of it. */
  read(given: unknown): Run | null;
}

function tool<T extends Record<string, z.ZodMiniType>>(
  name: string,
  description: string,
  fields: T,
  run: (turn: Turn, given: z.infer<z.ZodMiniObject<T>>, session: Session) => Promise<string> | string,
  isOffered: Declared['isOffered'] = () => true,
): Declared {
  const schema = z.strictObject(fields);
  const { $schema: _, ...parameters } = z.toJSONSchema(schema);
  const read = (given: unknown): Run | null => {
    const isRecord = typeof given === 'object' && given !== null && !Array.isArray(given);
    // Some models fill in what they leave out.
    const filled = isRecord
      ? Object.fromEntries(Object.entries(given).filter(([, one]) => one !== null && one !== ''))
      : given;
    const parsed = schema.safeParse(filled);
    return parsed.success ? (turn, session) => run(turn, parsed.data as never, session) : null;
  };
  return { name, description, parameters, isOffered, read };
}

const Text = z.string().check(z.maxLength(200));
const Id = z.string().check(z.maxLength(60));
const Count = z.int().check(z.gte(1), z.lte(99));

/** What the guest alone can know. */
const own = {
  name: z.optional(Text),
  phone: z.optional(Text),
  postcode: z.optional(Text),
  area: z.optional(Text),
  address: z.optional(Text),
};

const DISHES = 12;
/** What may be shown; whatever places, books or cancels is pressed by the guest. */
const showable = [
  'menu',
  'dish',
  'allergens',
  'basket',
  'checkout',
  'order_times',
  'tables',
  'my_orders',
  'cancel',
  'person',
] as const;

/** They read this restaurant's facts and this guest's own orders, and change a draft that the guest confirms by our button. */
export const tools: readonly Declared[] = [
  tool(
    'search_menu',
    'Finds dishes by words of their name, category or description, in the language of the menu. No words: the whole menu, by names.',
    { words: z.optional(Text) },
    searchMenu,
  ),
  tool(
    'look_up',
    'Looks a short question up in the records: opening hours, delivery to a postcode, payment, rules for tables, contact, this guest’s own orders.',
    { question: Text },
    (turn, { question }, session) => {
      const { language, facts, c } = turn;
      const found = answerQuestion(question, facts, c.now, { spoken: [language], language });
      if (found.escalated || found.topic === 'allergen' || found.intent) return 'Not in the records';
      session.lines.push(found.text);
      return found.text;
    },
  ),
  tool(
    'free_times',
    'Times for an order of the draft, or free tables for a number of guests. Without a date: the next days.',
    { for: z.enum(['order', 'table']), date: z.optional(Text), guests: z.optional(Count) },
    freeTimes,
  ),
  tool(
    'add_dish',
    'Puts a dish into the draft basket. size_id and option_ids as search_menu gives them; note: the guest’s own words.',
    {
      dish_id: Id,
      size_id: z.optional(Id),
      option_ids: z.optional(z.array(Id).check(z.maxLength(20))),
      quantity: Count,
      note: z.optional(Text),
    },
    addDish,
    canOrder,
  ),
  tool(
    'remove_line',
    'Removes a line of the draft basket, counted from 1.',
    { line: Count },
    (turn, { line }, session) => {
      if (line > turn.state.lines.length) return 'There is no such line';
      session.hasDraft = true;
      return removeLine(turn, line - 1).text;
    },
    canOrder,
  ),
  tool(
    'set_order',
    'Says how the order is wanted. postcode, area, address, name and phone: the guest’s own words. when: "asap", or a time of free_times.',
    {
      type: z.optional(z.enum(['pickup', 'delivery'])),
      when: z.optional(Text),
      ...own,
    },
    setOrder,
    canOrder,
  ),
  tool(
    'set_table',
    'Drafts a booking, or what the booking becomes that is being changed. starts_at: a time of free_times. name and phone: the guest’s own words.',
    { guests: Count, starts_at: z.optional(Text), name: own.name, phone: own.phone },
    setTable,
    canBook,
  ),
  tool(
    'show',
    'Ends your turn: the guest gets buttons or our own words. dish and allergens: with dish_id; cancel: with what was made, as the draft names it. person: hands over to the team, for a complaint, a refund or an allergic guest.',
    { what: z.enum(showable), id: z.optional(Id) },
    (turn, { what, id = '' }, session) => {
      const [made, ...others] = turn.state.made.filter((one) => describeMade(one) === id.toLowerCase());
      const pressed: Record<(typeof showable)[number], string> = {
        menu: 'cats:0',
        dish: `dish:${id}`,
        allergens: turn.menu.has(id) ? `fact:${id}` : 'factss:0',
        basket: 'basket',
        checkout: 'checkout',
        order_times: 'days',
        tables: turn.state.guests === null ? 'table' : 'tdays:',
        my_orders: 'mine',
        // Numbers of orders come round again: the guest chooses.
        cancel: made && others.length === 0 ? `cancel:${made.token}` : 'mine',
        person: 'person',
      };
      session.show = pressed[what];
      return 'It is shown below your answer';
    },
  ),
];

function searchMenu(turn: Turn, { words = '' }: { words?: string | undefined }, session: Session): string {
  const all = [...turn.menu.values()];
  session.words.push(...all.flatMap(({ item, category }) => [item.name, category.name]));
  const wanted = fold(words).match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  if (wanted.length === 0)
    return [...new Set(all.map(({ category }) => category.name))]
      .map(
        (name) =>
          `${name}: ${all
            .filter((one) => one.category.name === name)
            .map(({ item }) => item.name)
            .join(', ')}`,
      )
      .join('\n');
  const scored = all.map((dish) => {
    const { item, category } = dish;
    const has = (text: string) => wanted.filter((term) => fold(text).includes(term.replace(/s$/, ''))).length;
    return { dish, score: 3 * has(item.name) + has(`${category.name} ${item.description}`) };
  });
  const found = scored.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score);
  if (found.length === 0) return 'No dish has these words. Try others, or none.';
  return found
    .slice(0, DISHES)
    .map(({ dish }) => JSON.stringify(describe(turn, dish, session)))
    .join('\n');
}

function describe(turn: Turn, dish: Offered, session: Session) {
  const { item, category } = dish;
  const at = turn.c.now.toISOString();
  const amount = (value: number) => amountOf(turn, value);
  const fact = turn.facts.items.find(({ id }) => id === item.id);
  const modifiers = slotsOfDish(dish, []).map(({ group }) => ({
    group: group.name,
    at_least: group.min_selected,
    at_most: group.max_selected,
    options: group.modifiers
      .filter((one) => isAvailable(one, at))
      .map(({ id, name, price_amount }) => ({ option_id: id, name, adds: amount(price_amount) })),
  }));
  session.words.push(
    item.description,
    ...modifiers.flatMap(({ group, options }) => [group, ...options.map(({ name }) => name)]),
  );
  return {
    dish_id: item.id,
    name: item.name,
    category: category.name,
    description: item.description,
    ...(fact?.hasOpenPrice || fact?.variants.length ? {} : { price: amount(item.price_amount) }),
    sizes: (item.variants ?? [])
      .filter((one) => isAvailable(one, at))
      .map(({ id, name, price_amount }) => ({ size_id: id, name, price: amount(price_amount) })),
    options: modifiers,
    can_be_ordered: isOrderable(turn, dish),
  };
}

async function freeTimes(
  turn: Turn,
  { for: what, date = '', guests }: { for: 'order' | 'table'; date?: string | undefined; guests?: number | undefined },
): Promise<string> {
  const { c, restaurant, language, state } = turn;
  const listed = (times: readonly string[]) =>
    times.map((at) => `${at} (${timeText(at, restaurant.timezone)})`).join(', ');
  if (what === 'order') {
    if (state.type === null) return 'Set pickup or delivery first';
    const days = timesByDay(turn);
    const times = days.get(date);
    return times ? listed(times.slice(0, 60)) : `Days: ${[...days.keys()].join(', ')}`;
  }
  const party = guests ?? state.guests;
  if (!canBook(turn) || party === null) return 'Say for how many guests';
  const except = await movedId(turn);
  if (isDate(date)) {
    const { times, reason, max_guests } = await findTimes(c, restaurant, { date, guests: party, except });
    return times.length > 0
      ? listed(times.map(({ starts_at }) => starts_at))
      : `None: ${reason}, at most ${max_guests} guests`;
  }
  const days = await nextFreeDays(c, restaurant, { guests: party, after: '', except });
  return days.map((one) => `${one.date} (${dateText(one.date, language)})`).join(', ') || 'None';
}

type Wanted = {
  dish_id: string;
  size_id?: string | undefined;
  option_ids?: string[] | undefined;
  quantity: number;
  note?: string | undefined;
};

function addDish(
  turn: Turn,
  { dish_id: id, size_id, option_ids = [], quantity, note }: Wanted,
  session: Session,
): string {
  const offered = turn.menu.get(id.toLowerCase());
  if (!offered || !isOrderable(turn, offered)) return 'There is no such dish to order';
  if (note !== undefined && !isQuoted(note, session)) return 'The note has to be the guest’s own words';
  const before = structuredClone(turn.state);
  pickDish(turn, offered.item.id);
  const dish = turn.state.dish!;
  const at = turn.c.now.toISOString();
  const refuse = (why: string) => {
    turn.state = before;
    return why;
  };
  if (size_id !== undefined) {
    if (!(offered.item.variants ?? []).some((one) => one.id === size_id)) return refuse('There is no such size of it');
    dish.variant_id = size_id;
  }
  for (const option of option_ids) {
    const slot = slotsOfDish(offered, dish.modifiers).find((one) =>
      openIn(offered, one, at).some((open) => open.id === option),
    );
    if (!slot) return refuse('There is no such option of it, or no more of it');
    dish.modifiers = withChoice(dish.modifiers, slot, { modifier_id: option });
  }
  // What may be chosen and was not, is not wanted; what must be, the guest is asked for.
  dish.passed = slotsOfDish(offered, dish.modifiers)
    .filter(({ group }) => group.min_selected === 0)
    .map(({ key }) => key);
  const next = requestDish(turn);
  const isOpen = turn.state.expects !== 'quantity';
  if (isOpen && before.dish) return refuse('First the guest has to choose what is open of the dish before');
  session.hasDraft = true;
  if (isOpen) return `The guest still has to choose, below your answer: ${next.text}`;
  const added = takeQuantity(turn, quantity);
  const isAdded = turn.state.lines.length > before.lines.length;
  const { text } = note !== undefined && isAdded ? takeNote(turn, note) : added;
  // What was being chosen goes on.
  if (isAdded) turn.state.dish = before.dish;
  return text;
}

async function setOrder(
  turn: Turn,
  { type, when, ...own }: Own & { type?: string | undefined; when?: string | undefined },
  session: Session,
) {
  const { state } = turn;
  const fault = takeOwn(turn, own, session);
  if (fault) return fault;
  if (type === 'pickup' || type === 'delivery') state.type = type;
  state.goal = 'order';
  return (await (when === undefined ? resume(turn) : takeWhen(turn, when))).text;
}

async function setTable(
  turn: Turn,
  { guests, starts_at, ...own }: Own & { guests: number; starts_at?: string | undefined },
  session: Session,
) {
  const { state, c, restaurant } = turn;
  const fault = takeOwn(turn, own, session);
  if (fault) return fault;
  Object.assign(state, { goal: 'table', guests, date: null, starts_at: null });
  if (starts_at === undefined) return (await resume(turn)).text;
  if (Number.isNaN(Date.parse(starts_at))) return 'That is no time of free_times';
  const date = localDate(starts_at, restaurant.timezone);
  const { times } = await findTimes(c, restaurant, { date, guests, except: await movedId(turn) });
  if (!times.some((one) => one.starts_at === starts_at)) return 'That is no time of free_times';
  state.date = date;
  return (await takeTable(turn, starts_at)).text;
}

type Own = { [field in keyof typeof own]?: string | undefined };
const ownFields = Object.keys(own) as (keyof typeof own)[];

/** Names, places and numbers are in the guest's words, so none is made up: nobody but the guest could see that it is wrong. */
function takeOwn(turn: Turn, given: Own, session: Session): string | null {
  const { state } = turn;
  const written = ownFields.flatMap((field) => (given[field] === undefined ? [] : [[field, given[field]] as const]));
  const invented = written.find(([, text]) => !isQuoted(text, session));
  if (invented) return `${invented[0]} has to be the guest’s own words`;
  session.hasDraft = true;
  // Another place: nothing of the one before is left.
  const isOther = written.some(
    ([field, text]) =>
      ((field === 'postcode' || field === 'area') && state[field] !== null && state[field] !== text) ||
      // An address beside a pin without one says more of the same place.
      (field === 'address' && state.point !== null && state.address !== null && state.address !== text),
  );
  if (isOther) Object.assign(state, { area: null, postcode: null, address: null, point: null });
  const wrong = written.find(([field, text]) => !takeWritten(turn, field, text));
  return wrong ? `This is no ${wrong[0]}` : null;
}

const charactersOf = (text: string) => (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).join('');
const isQuoted = (text: string, { guestTexts }: Session): boolean => {
  const characters = charactersOf(text);
  return characters !== '' && guestTexts.some((one) => charactersOf(one).includes(characters));
};
