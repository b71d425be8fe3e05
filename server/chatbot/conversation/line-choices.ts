import { isAvailable } from '../../../contract/menu/availability.ts';
import { priceDish } from '../../../contract/orders/price-dish.ts';
import type { Offered } from '../../storefront/menu.ts';
import { amountIn } from '../answer/format.ts';
import type { PendingLine } from './pending.ts';
import { choose } from './read-order.ts';
import type { Turn } from './turn.ts';
import { numbered } from './words.ts';
import { clip } from '../../../contract/clip.ts';

/** What is offered, by the id of the dish. */
export type Menu = ReadonlyMap<string, Offered>;

type Missing =
  | { kind: 'variant' | 'group'; text: string; group_id: string | null }
  /** There was only one choice. */
  | { kind: 'fixed'; line: PendingLine }
  | { kind: 'broken'; text: string };

/** What still has to be chosen of a dish; null: nothing. */
export function missingOf(turn: Turn, offered: Offered, line: PendingLine): Missing | null {
  const { c, say } = turn;
  const { item, groups } = offered;
  const now = c.now.toISOString();
  const variants = (item.variants ?? []).filter((one) => isAvailable(one, now));
  if (variants.length > 0 && !variants.some(({ id }) => id === line.variant_id)) {
    if (variants.length === 1) return { kind: 'fixed', line: { ...line, variant_id: variants[0]!.id } };
    const names = variants.map(({ name, price_amount }) => `${name} (${amountIn(turn, price_amount)})`);
    return { kind: 'variant', text: `${item.name}: ${numbered(names, say.or)}?`, group_id: null };
  }
  const outcome = priceDish(offered, line, now);
  if (outcome.kind === 'priced') return null;
  if (outcome.kind === 'sold_out') return { kind: 'broken', text: say.soldOut(outcome.name) };
  const short = Object.keys(outcome.field_errors)
    .map((field) => /^modifiers\.([0-9a-f-]{36})$/.exec(field)?.[1])
    .find((id) => id !== undefined && groups.has(id));
  const group = short === undefined ? undefined : groups.get(short);
  if (!group) return { kind: 'broken', text: say.notLikeThis(item.name) };
  const chosen = line.modifiers.filter(({ group_id: id }) => id === group.id);
  if (chosen.length >= Math.max(1, group.min_selected))
    // Too much of it was chosen: it is asked for anew.
    return {
      kind: 'fixed',
      line: { ...line, modifiers: line.modifiers.filter(({ group_id: id }) => id !== group.id) },
    };
  if (group.selection_type === 'text')
    return { kind: 'group', text: say.ownWords(item.name, group.name), group_id: group.id };
  const open = choicesOf(offered, group.id, line, now);
  const names = open.map(({ name, price_amount }) =>
    price_amount > 0 ? `${name} (+${amountIn(turn, price_amount)})` : name,
  );
  const many = group.min_selected - chosen.length;
  return {
    kind: 'group',
    text: say.choice(item.name, group.name, many, numbered(names, say.or)),
    group_id: group.id,
  };
}

/** What can be chosen of a group besides what was chosen. */
const choicesOf = ({ groups }: Offered, groupId: string, line: PendingLine, now: string) =>
  (groups.get(groupId)?.modifiers ?? []).filter(
    (one) => isAvailable(one, now) && !line.modifiers.some(({ modifier_id: id }) => id === one.id),
  );

export function withVariant({ c, english }: Turn, menu: Menu, line: PendingLine): PendingLine | null {
  const variants = (menu.get(line.menu_item_id)?.item.variants ?? []).filter((one) => isAvailable(one, c.now));
  const [at, ...others] = choose(
    english,
    variants.map(({ name }) => name),
  );
  return at === undefined || others.length > 0 ? null : { ...line, variant_id: variants[at]!.id };
}

export function withModifiers(
  { c, text, english }: Turn,
  menu: Menu,
  line: PendingLine,
  groupId: string | null,
): PendingLine | null {
  const offered = menu.get(line.menu_item_id);
  const group = groupId === null ? undefined : offered?.groups.get(groupId);
  if (!offered || !group) return null;
  const place = placeOf(offered, line, group.id);
  const insert = (added: PendingLine['modifiers']): PendingLine => ({
    ...line,
    modifiers: line.modifiers.toSpliced(
      place.at,
      0,
      ...added.map((one) => ({ ...one, ...(place.depth > 0 ? { depth: place.depth } : {}) })),
    ),
  });
  if (group.selection_type === 'text') {
    const entered = clip(text.trim(), 200, '');
    return entered ? insert([{ group_id: group.id, modifier_id: null, text: entered }]) : null;
  }
  const open = choicesOf(offered, group.id, line, c.now.toISOString());
  const chosen = choose(
    english,
    open.map(({ name }) => name),
  );
  const isSingle = group.selection_type === 'single';
  if (chosen.length === 0 || (isSingle && chosen.length > 1)) return null;
  return insert(chosen.map((at) => ({ group_id: group.id, modifier_id: open[at]!.id })));
}

/** Where a choice of a group stands: below the modifier that brings the group, else at the end. */
function placeOf(
  { item, groups }: Offered,
  { modifiers }: PendingLine,
  groupId: string,
): { at: number; depth: number } {
  if ((item.modifier_groups ?? []).some(({ id }) => id === groupId)) return { at: modifiers.length, depth: 0 };
  const parent = modifiers.findIndex(({ group_id, modifier_id }) =>
    groups
      .get(group_id)
      ?.modifiers.some(({ id, nested_group_ids }) => id === modifier_id && nested_group_ids.includes(groupId)),
  );
  return parent < 0
    ? { at: modifiers.length, depth: 0 }
    : { at: parent + 1, depth: (modifiers[parent]!.depth ?? 0) + 1 };
}
