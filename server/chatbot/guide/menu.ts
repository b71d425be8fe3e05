import { absenceOf } from '../../../contract/menu/orderable.ts';
import { isAvailable } from '../../../contract/menu/availability.ts';
import { allowedPieces, piecesOf } from '../../../contract/orders/item-limits.ts';
import { hasOpenPrice, pieceAmount, priceDish } from '../../../contract/orders/price-dish.ts';
import type { Offered } from '../../menu/offered.ts';
import { isServed } from '../../storefront/place-order.ts';
import { writeBasket } from '../../storefront/pages/basket/basket.ts';
import { newId } from '../../platform/ids.ts';
import { quoteAllergens } from '../answer/allergens.ts';
import { countIn, nextSlot, openIn, withChoice } from './dish-slots.ts';
import { amountOf, offer, paged, type Reply, type Row, type Turn } from './turn.ts';

const QUANTITY_MAX = 99;
const LINES_MAX = 100;

/** How an order of this chat can be had. */
export const orderTypes = ({ restaurant }: Turn) =>
  (['pickup', 'delivery'] as const).filter((type) => restaurant.order_type.includes(type));

export const canOrder = (turn: Turn): boolean => turn.own.takes_orders && orderTypes(turn).length > 0;

/** What can be put into a basket now. */
export function isOrderable(turn: Turn, offered: Offered): boolean {
  const at = turn.c.now.toISOString();
  return (
    !hasOpenPrice(offered.item) &&
    orderTypes(turn).some((type) => isServed(offered, type, turn.channel)) &&
    ['outside_windows', undefined].includes(absenceOf(offered, turn.restaurant.timezone, at)?.why)
  );
}

/** The categories of what can be ordered, or of the whole menu to read about allergens. A category on its own opens. */
export function showCategories(turn: Turn, page = 0, verb: 'cat' | 'facts' = 'cat'): Reply {
  const dishes = dishesFor(turn, verb);
  const categories = [...new Map(dishes.map(({ category }) => [category.id, category])).values()];
  if (categories.length === 0) return offer(turn, turn.say('nothingThere'), []);
  if (categories.length === 1) return showDishes(turn, categories[0]!.id, 0, verb);
  const rows = categories.map(({ id, name }): Row => ({ id: `${verb}:${id}:0`, title: name }));
  const text = turn.say(verb === 'cat' ? 'whichCategory' : 'whichAllergens');
  return offer(
    turn,
    text,
    paged(turn, rows, page, (next) => `${verb}s:${next}`),
  );
}

const dishesFor = (turn: Turn, verb: 'cat' | 'facts') =>
  [...turn.menu.values()].filter((offered) => verb === 'facts' || isOrderable(turn, offered));

export function showDishes(turn: Turn, categoryId: string, page: number, verb: 'cat' | 'facts' = 'cat'): Reply {
  const dishes = dishesFor(turn, verb).filter(({ category }) => category.id === categoryId);
  if (dishes.length === 0) return showCategories(turn, 0, verb);
  const rows = dishes.map(({ item }): Row => ({
    id: `${verb === 'cat' ? 'dish' : 'fact'}:${item.id}`,
    title: item.name,
    ...(verb === 'cat' ? { description: priceOf(turn, item) } : {}),
  }));
  const text = turn.say('whichDish', { category: dishes[0]!.category.name });
  return offer(
    turn,
    text,
    paged(turn, rows, page, (next) => `${verb}:${categoryId}:${next}`),
  );
}

function priceOf(turn: Turn, { price_amount, variants = [] }: Offered['item']): string {
  const amounts = variants.map((one) => one.price_amount);
  const least = amounts.length > 0 ? Math.min(...amounts) : price_amount;
  return new Set(amounts).size > 1 ? turn.say('from', { amount: amountOf(turn, least) }) : amountOf(turn, least);
}

/** What is recorded of a dish and its choices, word by word. */
export function showAllergens(turn: Turn, id: string): Reply {
  const item = turn.facts.items.find((one) => one.id === id);
  if (!item) return showCategories(turn, 0, 'facts');
  return offer(turn, quoteAllergens(item, turn.language), [
    { id: 'factss:0', title: turn.say('more') },
    { id: 'person', title: turn.say('person') },
  ]);
}

export function pickDish(turn: Turn, id: string): Reply {
  const offered = turn.menu.get(id);
  if (!offered || !isOrderable(turn, offered)) return showCategories(turn);
  turn.state = { ...turn.state, goal: 'order', dish: { id, modifiers: [], passed: [] }, summary: null };
  return requestDish(turn);
}

/** What is still to be chosen of the dish, one after the other, and last how many. */
export function requestDish(turn: Turn, before = '', page = 0): Reply {
  const { state, say } = turn;
  const dish = state.dish!;
  const offered = turn.menu.get(dish.id);
  if (!offered) return gone(turn, dish.id);
  const { item } = offered;
  const at = turn.c.now.toISOString();
  const head = before ? `${before} ` : '';
  const step = ++state.step;
  state.expects = null;
  const variants = (item.variants ?? []).filter((one) => isAvailable(one, at));
  if (variants.length === 1) dish.variant_id = variants[0]!.id;
  if (variants.length > 0 && !variants.some(({ id }) => id === dish.variant_id)) {
    const rows = variants.map((one): Row => ({
      id: `size:${step}:${one.id}`,
      title: one.name,
      description: amountOf(turn, one.price_amount),
    }));
    return offer(
      turn,
      head + say('whichSize', { dish: item.name }),
      paged(turn, rows, page, (next) => `page:${step}:${next}`),
    );
  }
  const slot = nextSlot(offered, dish.modifiers, dish.passed, at);
  if (slot) {
    const { group } = slot;
    if (group.selection_type === 'text') {
      state.expects = 'words';
      return offer(turn, head + say('ownWords', { dish: item.name, group: group.name }), []);
    }
    const open = openIn(offered, slot, at);
    if (open.length === 0) return gone(turn, dish.id);
    const left = group.min_selected - countIn(slot);
    const rows = open.map((one): Row => ({
      id: `pick:${step}:${one.id}`,
      title: one.name,
      ...(one.price_amount > 0 ? { description: `+${amountOf(turn, one.price_amount)}` } : {}),
    }));
    const pass = { id: `pass:${step}`, title: say(slot.chosen.length > 0 ? 'done' : 'nothing') };
    const text =
      left > 1
        ? say('choiceLeast', { dish: item.name, group: group.name, count: left })
        : say('choiceOf', { dish: item.name, group: group.name });
    return offer(
      turn,
      head + text,
      paged(turn, left > 0 ? rows : [pass, ...rows], page, (next) => `page:${step}:${next}`),
    );
  }
  state.expects = 'quantity';
  const least = item.min_quantity ?? 1;
  const counts = Array.from({ length: 9 }, (_, n) => least + n).filter((n) => n <= (item.max_quantity ?? QUANTITY_MAX));
  const rows = counts.map((n): Row => ({ id: `count:${step}:${n}`, title: String(n) }));
  return offer(turn, head + say('howMany', { dish: item.name }), rows);
}

function gone(turn: Turn, id: string): Reply {
  turn.state.dish = null;
  const name = turn.menu.get(id)?.item.name ?? turn.facts.items.find((one) => one.id === id)?.name ?? '';
  const next = turn.state.lines.length > 0 ? showBasket(turn) : showCategories(turn);
  return { ...next, text: `${turn.say('gone', { dish: name })} ${next.text}` };
}

export function pickSize(turn: Turn, id: string): Reply {
  turn.state.dish!.variant_id = id;
  return requestDish(turn);
}

export function pickModifier(turn: Turn, id: string): Reply {
  const { dish } = turn.state;
  const offered = turn.menu.get(dish!.id);
  const slot = offered && nextSlot(offered, dish!.modifiers, dish!.passed, turn.c.now.toISOString());
  if (slot?.group.modifiers.some((one) => one.id === id))
    dish!.modifiers = withChoice(dish!.modifiers, slot, { modifier_id: id });
  return requestDish(turn);
}

export function passGroup(turn: Turn): Reply {
  const { dish } = turn.state;
  const offered = turn.menu.get(dish!.id);
  const slot = offered && nextSlot(offered, dish!.modifiers, dish!.passed, turn.c.now.toISOString());
  if (slot && countIn(slot) >= slot.group.min_selected) dish!.passed.push(slot.key);
  return requestDish(turn);
}

/** Words that the dish asks for, such as a name on a cake. */
export function takeText(turn: Turn, text: string): Reply {
  const { dish } = turn.state;
  const offered = dish && turn.menu.get(dish.id);
  const slot = offered && nextSlot(offered, dish.modifiers, dish.passed, turn.c.now.toISOString());
  if (slot?.group.selection_type === 'text')
    dish!.modifiers = withChoice(dish!.modifiers, slot, { text: text.slice(0, 200) });
  return requestDish(turn);
}

export function takeQuantity(turn: Turn, quantity: number): Reply {
  const { state, say } = turn;
  const { id, variant_id, modifiers } = state.dish!;
  const offered = turn.menu.get(id);
  if (!offered || state.lines.length >= LINES_MAX) return gone(turn, id);
  const pieces = piecesOf(state.lines, id) + quantity;
  if (quantity < 1 || quantity > QUANTITY_MAX || allowedPieces(offered.item, pieces) !== pieces)
    return requestDish(turn, say('limit', { dish: offered.item.name }));
  const line = { menu_item_id: id, quantity, ...(variant_id ? { variant_id } : {}), modifiers };
  const priced = priceDish(offered, line, turn.c.now.toISOString());
  if (priced.kind !== 'priced') return gone(turn, id);
  turn.state = { ...state, dish: null, expects: null, lines: [...state.lines, line], summary: null };
  return showBasket(turn);
}

/** Dishes that were written without a doubt. What cannot be had, or not in that number, is chosen again. */
export function takeLines(turn: Turn, added: readonly { menu_item_id: string; quantity: number }[]): Reply {
  const { state } = turn;
  state.goal = 'order';
  for (const { menu_item_id: id, quantity } of added) {
    const offered = turn.menu.get(id);
    const pieces = piecesOf(state.lines, id) + quantity;
    if (!offered || !isOrderable(turn, offered) || allowedPieces(offered.item, pieces) !== pieces)
      return pickDish(turn, id);
    state.lines = [...state.lines, { menu_item_id: id, quantity }];
  }
  return showBasket(turn);
}

/** Every line with what it costs, and what can be done with them. */
export function showBasket(turn: Turn, before = ''): Reply {
  const { state, say } = turn;
  state.expects = null;
  state.dish = null;
  state.summary = null;
  const lines = readLines(turn);
  if (lines.length === 0) {
    const next = showCategories(turn);
    return { ...next, text: [before || say('empty'), next.text].join(' ') };
  }
  const step = ++state.step;
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const text = [
    ...(before ? [before] : []),
    ...lines.map(({ text: line, amount }) => `${line}: ${amountOf(turn, amount)}`),
    say('total', { amount: amountOf(turn, total) }),
  ].join('\n');
  return offer(turn, withPage(turn, text), [
    { id: 'checkout', title: say('checkout') },
    { id: 'cats:0', title: say('addMore') },
    { id: `note:${step}`, title: say('note') },
    ...lines.slice(-6).map(({ at, text: line }): Row => ({
      id: `remove:${step}:${at}`,
      title: say('remove'),
      description: line,
    })),
    { id: 'stop', title: say('stop') },
  ]);
}

/** Lines that can still be had; others are accepted out. */
export function readLines(turn: Turn): { at: number; text: string; amount: number }[] {
  const { state, c } = turn;
  state.lines = state.lines.filter((line) => {
    const offered = turn.menu.get(line.menu_item_id);
    return offered && priceDish(offered, line, c.now.toISOString()).kind === 'priced';
  });
  return state.lines.map((line, at) => {
    const outcome = priceDish(turn.menu.get(line.menu_item_id)!, line, c.now.toISOString());
    if (outcome.kind !== 'priced') throw new Error('A line was priced a moment ago');
    const { name, modifiers = [] } = outcome.dish;
    const more = [
      ...modifiers.map((one) => ((one.quantity ?? 1) > 1 ? `${one.quantity} × ${one.name}` : (one.name ?? ''))),
      ...(line.note ? [`“${line.note}”`] : []),
    ].join(', ');
    return {
      at,
      text: `${line.quantity} × ${name}${more ? ` (${more})` : ''}`,
      amount: pieceAmount(outcome.dish) * line.quantity,
    };
  });
}

export function removeLine(turn: Turn, at: number): Reply {
  turn.state.lines = turn.state.lines.filter((_, place) => place !== at);
  return showBasket(turn);
}

export function requestNote(turn: Turn): Reply {
  const last = turn.state.lines.at(-1);
  if (!last) return showBasket(turn);
  turn.state.expects = 'note';
  return offer(turn, turn.say('whichNote', { dish: turn.menu.get(last.menu_item_id)?.item.name ?? '' }), []);
}

export function takeNote(turn: Turn, note: string): Reply {
  const { lines } = turn.state;
  const last = lines.at(-1);
  if (last) turn.state.lines = [...lines.slice(0, -1), { ...last, note: note.slice(0, 200) }];
  return showBasket(turn);
}

/** A cart of WhatsApp's catalogue: it names no sizes and choices, so a dish that has some is chosen here. */
export function takeCart(turn: Turn): Reply {
  const { state } = turn;
  state.goal = 'order';
  const open = state.lines.find(({ menu_item_id: id }) => {
    const item = turn.menu.get(id)?.item;
    return item && ((item.variants ?? []).length > 0 || (item.modifier_groups ?? []).length > 0);
  });
  if (!open) return showBasket(turn);
  state.lines = state.lines.filter((line) => line !== open);
  return pickDish(turn, open.menu_item_id);
}

/** With the address of the page that has the same basket, where customers see the website. */
export function withPage(turn: Turn, text: string, link = basketLink(turn)): string {
  if (!turn.isWebsitePublished) return text;
  return `${text}\n\n${turn.say('onPage', { link })}`;
}

export function basketLink({ website, state, c }: Turn): string {
  const value = state.lines.length > 0 ? writeBasket({ key: newId(c.now), lines: state.lines }) : null;
  return value === null ? website : `${website}/basket/of/${value}`;
}
