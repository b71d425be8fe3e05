import type { Order, OrderEvent } from '../../../contract/orders/calls.ts';

interface OfLine {
  /** The dish. */
  name: string;
  /** Null: an older event, which knows the dish alone. */
  lineId: string | null;
}

/** What corrections did to an order. The one reader of `changes`: screens and tickets put it into their words. */
export type OrderChange =
  | (OfLine & { kind: 'added' | 'removed'; quantity: number })
  | (OfLine & { kind: 'quantity'; from: number; to: number; isNoteChanged: boolean })
  | (OfLine & { kind: 'note' })
  | { kind: 'field'; field: string };

type Corrections = readonly Pick<OrderEvent, 'changes'>[];

/** The changes by corrections, oldest first, with what the last one left: each line once, and none that is as it was. */
export function readChanges(corrections: Corrections): OrderChange[] {
  const lines = new Map<string, OfLine & { from: number | null; to: number | null; isNoteChanged: boolean }>();
  const fields = new Set<string>();
  for (const { field, name, line_id, from, to } of corrections.flatMap(({ changes = [] }) => changes)) {
    if (field !== 'line' && field !== 'line_note') {
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
      isNoteChanged: field === 'line_note' || (before?.isNoteChanged ?? false),
    });
  }
  return [
    ...[...lines.values()].flatMap(({ from, to, isNoteChanged, ...line }): OrderChange[] => {
      if (from === to) return isNoteChanged && from !== 0 ? [{ ...line, kind: 'note' }] : [];
      if (!from) return [{ ...line, kind: 'added', quantity: to ?? 0 }];
      if (!to) return [{ ...line, kind: 'removed', quantity: from }];
      return [{ ...line, kind: 'quantity', from, to, isNoteChanged }];
    }),
    ...[...fields].map((field) => ({ kind: 'field' as const, field })),
  ];
}

/** The corrections since the last step: from a later step on, the kitchen has read them. */
export function correctionsSinceStep({ events }: Pick<Order, 'events'>): OrderEvent[] {
  const step = events.findLastIndex(({ type }) => type === 'status' || type === 'recall');
  return events.slice(step + 1).filter(({ type }) => type === 'edited');
}
