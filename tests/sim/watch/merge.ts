import { isDeepStrictEqual } from 'node:util';
import type { OutboxEntry } from '../../../src/data/db.ts';
import { judgedOf } from '../oracle/judged.ts';
import { rules } from '../oracle/rules.ts';
import type { Row } from '../oracle/verdict.ts';
import { differences } from './shown.ts';

/** Calls that change nothing that the oracle judges. */
const neutral = new Set(['menu.editItem', 'orders.restore']);
/** A device leaves to the server what it does not know about its restaurant. */
const onDevice = { deliveryType: null, dayOf: null };

export interface Merged {
  /** The row as the device shows it. */
  shown: object;
  /** Error codes of the mutations that the device refuses, by key. */
  refused: ReadonlyMap<string, string>;
}

/**
 * R50 on the device: compares the pending mutations applied to the base row with the oracle. Null if right, or if the oracle does not judge
 * it.
 */
export function mergedWrongly(
  touch: string,
  base: object,
  pending: OutboxEntry[],
  { shown, refused }: Merged,
): string | null {
  const [table = ''] = touch.split(':');
  let row = base as Row;
  for (const { key, call, path, body, occurredAt } of pending) {
    const judge = rules[call];
    if (!judge && neutral.has(call)) continue;
    if (judge?.table !== table) return null;
    const verdict = judge.rule(row, { key, call, path, body, at: occurredAt }, onDevice);
    if (verdict.kind === 'unknown') return null;
    const code = verdict.kind === 'refused' ? verdict.code : undefined;
    if (refused.get(key) !== code)
      return `R50 ${call} ${key} on ${touch}: ${refused.get(key) ?? 'taken'} here, by the rules ${code ?? 'taken'}`;
    if (verdict.kind === 'set') row = verdict.row;
  }
  const [wanted, found] = [judgedOf(table, row), judgedOf(table, shown as Row)];
  if (isDeepStrictEqual(wanted, found)) return null;
  return `R50 ${touch} with ${pending.map(({ call }) => call).join(', ')}: ${differences(wanted, found)}`;
}
