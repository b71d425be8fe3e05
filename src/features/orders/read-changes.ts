import type { LineChoice, Order, OrderEvent } from '../../../contract/orders/calls.ts';

interface OfLine {
  /** The dish. */
  name: string;
  /** Null: an older event, which knows the dish alone. */
  lineId: string | null;
}

/** What was chosen before, and what in its place; null: nothing. */
interface ChoiceChange {
  from: LineChoice | null;
  to: LineChoice | null;
}

/** What corrections did to an order. The one reader of `changes`: screens and tickets put it into their words. */
export type OrderChange =
  | (OfLine & { kind: 'added' | 'removed'; quantity: number })
  /** `from` and `to`: how many; the same, if that did not change. */
  | (OfLine & { kind: 'changed'; from: number | null; to: number | null; choices: string[]; isNoteChanged: boolean })
  | { kind: 'field'; field: string };

type Corrections = readonly Pick<OrderEvent, 'changes'>[];
type Choices = { from: LineChoice[]; to: LineChoice[] };
type OfDish = OfLine & { from: number | null; to: number | null; choices: Choices | null; isNoteChanged: boolean };

/** The changes by corrections, oldest first, with what the last one left: each line once, and none that is as it was. */
export function readChanges(corrections: Corrections): OrderChange[] {
  const lines = new Map<string, OfDish>();
  const fields = new Set<string>();
  for (const { field, name, line_id, from, to, choices } of corrections.flatMap(({ changes = [] }) => changes)) {
    if (field !== 'line' && field !== 'line_note' && field !== 'line_choice') {
      fields.add(field);
      continue;
    }
    const key = line_id ?? `name:${name}`;
    const before = lines.get(key);
    lines.set(key, {
      name: name ?? '',
      lineId: line_id ?? null,
      from: before?.from ?? from,
      to: to ?? before?.to ?? null,
      choices: choices ? { from: before?.choices?.from ?? choices.from, to: choices.to } : (before?.choices ?? null),
      isNoteChanged: field === 'line_note' || (before?.isNoteChanged ?? false),
    });
  }
  return [
    ...[...lines.values()].flatMap(({ choices, isNoteChanged, ...line }): OrderChange[] => {
      const { from, to } = line;
      if (from !== to && !from) return [{ ...line, kind: 'added', quantity: to ?? 0 }];
      if (from !== to && !to) return [{ ...line, kind: 'removed', quantity: from ?? 0 }];
      const chosen = choices ? choiceChanges(choices).map(choiceWords) : [];
      const isSame = from === to && chosen.length === 0 && !isNoteChanged;
      return isSame || from === 0 ? [] : [{ ...line, kind: 'changed', choices: chosen, isNoteChanged }];
    }),
    ...[...fields].map((field) => ({ kind: 'field' as const, field })),
  ];
}

/** What went and what came, paired by what it is and by its group. */
function choiceChanges({ from, to }: Choices): ChoiceChange[] {
  const isIn = (list: LineChoice[], one: LineChoice) => list.some((other) => isSame(other, one));
  const came = to.filter((one) => !isIn(from, one));
  const take = (found: LineChoice | undefined) => (found ? (came.splice(came.indexOf(found), 1)[0] ?? null) : null);
  const gone = from
    .filter((one) => !isIn(to, one))
    .map((one) => ({
      from: one,
      to: take(came.find(({ name, group_name }) => name === one.name && group_name === one.group_name)),
    }));
  return [
    ...gone.map((pair) => {
      const isOfGroup = ({ group_name, prefix }: LineChoice) => group_name === pair.from.group_name && prefix !== 'no';
      return pair.to || pair.from.prefix === 'no' ? pair : { ...pair, to: take(came.find(isOfGroup)) };
    }),
    ...came.map((one) => ({ from: null, to: one })),
  ];
}

const isSame = (a: LineChoice, b: LineChoice) =>
  a.group_name === b.group_name && a.name === b.name && a.prefix === b.prefix && a.quantity === b.quantity;

/** "Fries → Salad", "no Peanut sauce", "extra Cheese" */
function choiceWords({ from, to }: ChoiceChange): string {
  if (from && to) return `${said(from)} → ${said(to)}`;
  if (from) return `${from.prefix === 'no' ? 'with' : 'no'} ${from.name}`;
  return to ? `${to.prefix === 'none' ? 'with ' : ''}${said(to)}` : '';
}

const said = ({ prefix, quantity, name }: LineChoice) =>
  `${prefix === 'none' ? '' : `${prefix} `}${quantity > 1 ? `${quantity}x ` : ''}${name}`;

/** The corrections since the last step: from a later step on, the kitchen has read them. */
export function correctionsSinceStep({ events }: Pick<Order, 'events'>): OrderEvent[] {
  const step = events.findLastIndex(({ type }) => type === 'status' || type === 'recall');
  return events.slice(step + 1).filter(({ type }) => type === 'edited');
}
