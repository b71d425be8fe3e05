import { isDeepStrictEqual } from 'node:util';
import type { Row } from '../../../contract/entity.ts';
import type { Mirrored } from '../../../src/data/db.ts';
import type { MutationWrite } from '../../../src/data/store-mutation.ts';
import { definitionOf } from '../../../src/sync/runtime/registry.ts';
import type { Tab } from '../world/tab.ts';
import type { Book, TrackedMutation, Truth } from './book.ts';
import { coalescing } from './queue.ts';
import { plain } from './shown.ts';

/**
 * What a person sees on one screen: a tap stays on it from the tap on until the server's row has its effect, or it has ended otherwise
 * (R9); and a row is never older than it was a moment ago (R10).
 */
export function watchScreen(options: {
  book: Book;
  taps: Map<string, TrackedMutation>;
  effect: Truth['effect'];
  /** Is this the history that the effects are of? */
  isPresent: (epoch: string) => boolean;
  /** The row that the device's disk has now. */
  stored: (touch: string) => Row | null;
  wrong: (text: string) => void;
}): (tab: Tab, rows: Mirrored[]) => void {
  const { book, taps, wrong } = options;
  /** Taps that this screen has shown. */
  const known = new Set<string>();
  const seen = new Map<string, { epoch: string; version: number }>();

  /** R6: the taps of one tab are made on the row in their order. */
  const inOrder = (tab: Tab, touch: string, shown: string[]) => {
    const own = shown.filter((key) => taps.get(key)?.tab === tab.name);
    const late = own.find((key, n) => n > 0 && own[n - 1]! > key);
    if (late) wrong(`R6 ${tab.name} shows ${touch} with ${late} upon a later tap`);
  };

  /** R19: what sets a value has set it: to set it again changes nothing. */
  const asTapped = (tab: Tab, row: Mirrored, newest: string | undefined) => {
    const tap = newest !== undefined && coalescing.has(taps.get(newest)?.call ?? '') && definedOf(tab, book, newest);
    const again = tap && changed(tap, plain(row));
    if (again && !isDeepStrictEqual(again.row, plain(row)))
      wrong(`R19 ${tab.name} shows ${tap.entry.call} ${newest} and not what it asks for`);
  };

  return (tab, rows) => {
    for (const row of rows) {
      const touch = `${tab.screen.table}:${row.id}`;
      // Of what the device holds, not of the server: after a restore the old rows stand until the new ones are here.
      const epoch = book.epoch();
      const before = book.wasDamaged.has(touch) ? undefined : seen.get(touch);
      if (before && epoch !== '' && before.epoch === epoch && row.version < before.version)
        wrong(`R10 ${tab.name} showed ${touch} at ${before.version} and shows ${row.version}`);
      seen.set(touch, { epoch, version: row.version });
      const shown = row._sync?.op_ids ?? [];
      for (const key of shown) known.add(key);
      inOrder(tab, touch, shown);
      asTapped(tab, row, shown.at(-1));
      for (const [key, tap] of taps) {
        if (tap.tab !== tab.name || !tap.touches.includes(touch) || shown.includes(key)) continue;
        const effect = options.effect(key);
        if (book.ended.get(key) === 'done') {
          if (
            epoch !== '' &&
            before?.epoch === epoch &&
            options.isPresent(epoch) &&
            effect?.wrote.includes(touch) &&
            row.version < effect.version
          )
            wrong(`R9 ${tab.name} shows ${touch} at ${row.version}, before ${tap.call} ${key} of ${effect.version}`);
        } else if ((tap.isSaved || known.has(key)) && !isOvertaken(tab, key, touch, row, options.stored)) {
          // A refusal takes the tap off the screen and is told in the same turn.
          setImmediate(() => {
            if (!book.ended.has(key) && !book.unfit.has(key) && !tap.isRefused && taps.has(key))
              wrong(`R9 ${tab.name} does not show ${tap.call} ${key}, which is neither done nor refused`);
          });
        }
      }
    }
  };
}

/** A tap that is shown and only waits to be stored, or one that waits to be sent. */
const definedOf = (tab: Tab, book: Book, key: string): Pick<MutationWrite, 'definition' | 'entry'> | undefined => {
  const entry = tab.store.unsaved.get(key)?.entry ?? [...book.entries.values()].find((one) => one.key === key);
  const definition = entry && definitionOf(entry.call);
  return definition && { definition, entry };
};

/**
 * The tap is not written yet, and somebody else's change, written meanwhile, does not allow it: when the disk lets it, the line says so
 * (R21). It is judged by the very row that is shown, or, when later taps of this tab are in that one, by the row that the line will meet.
 */
function isOvertaken(
  tab: Tab,
  key: string,
  touch: string,
  shown: Mirrored,
  stored: (touch: string) => Row | null,
): boolean {
  const waiting = [...tab.store.unsaved.values()].filter(({ entry }) => entry.touches.some((of) => of === touch));
  const at = waiting.findIndex(({ entry }) => entry.key === key);
  const tap = waiting[at];
  if (!tap) return false;
  const isUnderOthers = waiting.slice(at + 1).some(({ entry }) => shown._sync?.op_ids.includes(entry.key));
  let row: Row | null = shown;
  if (isUnderOthers) {
    row = stored(touch);
    for (const earlier of waiting.slice(0, at)) row = (changed(earlier, row) ?? { row }).row;
  }
  return changed(tap, row) === null;
}

/** Null: the row does not allow it. */
export function changed(
  { definition, entry }: Pick<MutationWrite, 'definition' | 'entry'>,
  row: Row | null,
): { row: Row | null } | null {
  const { path, body, key, occurredAt, deviceName } = entry;
  try {
    return { row: definition.change(row, { path, body }, { key, occurredAt, deviceName }) };
  } catch {
    return null;
  }
}
