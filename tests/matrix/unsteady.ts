import { isDeepStrictEqual } from 'node:util';
import { vi } from 'vitest';
import type { Row } from '../../contract/entity.ts';
import type { GalleyDb, OutboxEntry } from '../../src/data/db.ts';
import { argsOf, mutationInfoOf } from '../../src/data/apply-pending.ts';
import { definitionOf } from '../../src/sync/runtime/registry.ts';

/**
 * The pending mutations that do not turn the same row into the same row every time, because they use a clock, randomness or the
 * network, or change the row that they are given. Returns their calls.
 */
export async function unsteady(db: GalleyDb): Promise<string[]> {
  const rows = new Map((await db.shadow.toArray()).map(({ touch, base }) => [touch, base] as const));
  const wrong: string[] = [];
  for (const entry of await db.outbox.orderBy('seq').toArray())
    for (const touch of entry.touches) {
      const before = rows.get(touch) ?? null;
      const [once, again] = [make(entry, before, 0, 0.1), make(entry, before, 4_000_000_000_000, 0.9)];
      if (!isDeepStrictEqual(once, again)) wrong.push(`${entry.call} on ${touch}`);
      rows.set(touch, once);
    }
  return wrong;
}

function make(entry: OutboxEntry, row: Row | null, now: number, drawn: number): Row | null {
  vi.useFakeTimers({ toFake: ['Date'], now });
  const random = vi.spyOn(Math, 'random').mockReturnValue(drawn);
  const refuse = () => {
    throw new Error(`${entry.call} asks for something that is not there when it is made again`);
  };
  const spies = [
    vi.spyOn(crypto, 'randomUUID').mockImplementation(refuse),
    vi.spyOn(crypto, 'getRandomValues').mockImplementation(refuse),
    vi.spyOn(globalThis, 'fetch').mockImplementation(refuse),
  ];
  try {
    const { call, change } = definitionOf(entry.call)!;
    return change(frozen(structuredClone(row)), argsOf(call, entry), mutationInfoOf(entry));
  } finally {
    for (const spy of [random, ...spies]) spy.mockRestore();
    vi.useRealTimers();
  }
}

/** Throws when anything writes into it. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}
