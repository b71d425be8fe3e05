import { isDeepStrictEqual } from 'node:util';
import type { Row } from '../../../contract/entity.ts';
import type { Mirrored } from '../../../src/data/db.ts';
import type { MutationWrite } from '../../../src/data/store-mutation.ts';
import { definitionOf } from '../../../src/sync/runtime/registry.ts';
import type { Tab } from '../environment/tab.ts';
import type { Book, TrackedMutation, Truth } from './book.ts';
import { coalescing } from './queue.ts';
import { plain } from './shown.ts';

/**
 * Checks what one screen shows: a mutation stays visible until the server's row has its effect or it has ended otherwise (R9), and no row
 * gets older (R10).
 */
export function watchScreen(options: {
  book: Book;
  mutations: Map<string, TrackedMutation>;
  effect: Truth['effect'];
  /** True if the effects belong to this epoch. */
  isPresent: (epoch: string) => boolean;
  /** The stored row on this device. */
  stored: (touch: string) => Row | null;
  wrong: (text: string) => void;
}): (tab: Tab, rows: Mirrored[]) => void {
  const { book, mutations, wrong } = options;
  /** Mutations that this screen has shown. */
  const known = new Set<string>();
  const seen = new Map<string, { epoch: string; version: number }>();

  /** R6: mutations of one tab are applied in their order. */
  const inOrder = (tab: Tab, touch: string, shown: string[]) => {
    const own = shown.filter((key) => mutations.get(key)?.tab === tab.name);
    const late = own.find((key, n) => n > 0 && own[n - 1]! > key);
    if (late) wrong(`R6 ${tab.name} shows ${touch} with ${late} applied after a later mutation`);
  };

  /** R19: a mutation that sets a value is visible; applying it again changes nothing. */
  const checkShown = (tab: Tab, row: Mirrored, newest: string | undefined) => {
    const mutation =
      newest !== undefined && coalescing.has(mutations.get(newest)?.call ?? '') && definedOf(tab, book, newest);
    const again = mutation && changed(mutation, plain(row));
    if (again && !isDeepStrictEqual(again.row, plain(row)))
      wrong(`R19 ${tab.name} shows ${mutation.entry.call} ${newest} but not the values that it sets`);
  };

  return (tab, rows) => {
    for (const row of rows) {
      const touch = `${tab.screen.table}:${row.id}`;
      // The device's epoch, not the server's: after a restore the old rows stay until the new ones arrive.
      const epoch = book.epoch();
      const before = book.wasDamaged.has(touch) ? undefined : seen.get(touch);
      if (before && epoch !== '' && before.epoch === epoch && row.version < before.version)
        wrong(`R10 ${tab.name} showed ${touch} at ${before.version} and shows ${row.version}`);
      // A row read before the stored one may be of the epoch before: a mutation of the tab shows it once more.
      const isStored = (options.stored(touch)?.version ?? row.version) === row.version;
      seen.set(touch, { epoch: isStored ? epoch : (before?.epoch ?? ''), version: row.version });
      const shown = row._sync?.op_ids ?? [];
      for (const key of shown) known.add(key);
      inOrder(tab, touch, shown);
      checkShown(tab, row, shown.at(-1));
      for (const [key, mutation] of mutations) {
        if (mutation.tab !== tab.name || !mutation.touches.includes(touch) || shown.includes(key)) continue;
        const effect = options.effect(key);
        if (book.ended.get(key) === 'done') {
          if (
            epoch !== '' &&
            before?.epoch === epoch &&
            options.isPresent(epoch) &&
            effect?.wrote.includes(touch) &&
            row.version < effect.version
          )
            wrong(
              `R9 ${tab.name} shows ${touch} at ${row.version}, before ${mutation.call} ${key} of ${effect.version}`,
            );
        } else if ((mutation.isSaved || known.has(key)) && !isOvertaken(tab, key, touch, row, options.stored)) {
          // A refusal removes the mutation from the screen and is reported in the same turn.
          setImmediate(() => {
            // Another tab has retried the same failed change.
            const isTooLate = mutation.instead !== null && book.ended.get(mutation.instead) === 'dealt with';
            if (!book.ended.has(key) && !book.unfit.has(key) && !mutation.isRefused && !isTooLate && mutations.has(key))
              wrong(`R9 ${tab.name} does not show ${mutation.call} ${key}, which is neither done nor refused`);
          });
        }
      }
    }
  };
}

/** A mutation on the screen that waits to be stored or to be sent. */
const definedOf = (tab: Tab, book: Book, key: string): Pick<MutationWrite, 'definition' | 'entry'> | undefined => {
  const entry = tab.store.unsaved.get(key)?.entry ?? [...book.entries.values()].find((one) => one.key === key);
  const definition = entry && definitionOf(entry.call);
  return definition && { definition, entry };
};

/**
 * True if somebody else's change, stored meanwhile, no longer allows this unsaved mutation; it is reported when the disk can be written
 * (R21). It is applied to the row on the screen or, if later mutations of this tab are in that row, to the row that the write will find.
 */
function isOvertaken(
  tab: Tab,
  key: string,
  touch: string,
  shown: Mirrored,
  stored: (touch: string) => Row | null,
): boolean {
  const unsaved = [...tab.store.unsaved.values()].filter(({ entry }) => entry.touches.some((of) => of === touch));
  const at = unsaved.findIndex(({ entry }) => entry.key === key);
  const own = unsaved[at];
  if (!own) return false;
  const isUnderOthers = unsaved.slice(at + 1).some(({ entry }) => shown._sync?.op_ids.includes(entry.key));
  let row: Row | null = shown;
  if (isUnderOthers) {
    row = stored(touch);
    for (const earlier of unsaved.slice(0, at)) row = (changed(earlier, row) ?? { row }).row;
  }
  return changed(own, row) === null;
}

/** Null if the row does not allow it. */
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
