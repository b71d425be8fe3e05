import type { Row } from '../../../contract/entity.ts';
import type { DeadLetter, DoneEntry, GalleyDb, OutboxEntry, Touch } from '../../data/db.ts';
import { groupBy } from '../../lib/group-by.ts';

/** The contents of "Unsent changes". */
export interface UnsentView {
  /** Refused or superseded; newest first. */
  deadLetters: DeadLetter[];
  /** In the order of sending. */
  waiting: OutboxEntry[];
  /** From the last 24 hours, newest first; at most `DONE_SHOWN`. */
  done: DoneEntry[];
  /** There were more in these hours. */
  hasMoreDone: boolean;
  /** The rows that the changes are about, as this device shows them; a row with a pending deletion, as it was. */
  rows: ReadonlyMap<Touch, Row>;
  /** Category names by id, to say where a dish is. */
  categories: ReadonlyMap<string, string>;
}

const DAY_MS = 24 * 3_600_000;
/** The journal keeps up to ten thousand in case the server is restored; the queue's file contains all of them. */
export const DONE_SHOWN = 200;

/** `now` is epoch ms. */
export async function unsentView(db: GalleyDb, now: number): Promise<UnsentView> {
  const [deadLetters, waiting, newest, categories] = await Promise.all([
    db.dead_letters.orderBy('at').reverse().toArray(),
    db.outbox.where('state').anyOf('queued', 'inflight').sortBy('seq'),
    db.done
      .orderBy('seq')
      .reverse()
      .limit(DONE_SHOWN + 1)
      .toArray(),
    db.menu_categories.toArray(),
  ]);
  const today = newest.filter((entry) => now - Date.parse(entry.sentAt) < DAY_MS);
  const done = today.slice(0, DONE_SHOWN);
  const touches = [...deadLetters.map((deadLetter) => deadLetter.entry), ...waiting, ...done].flatMap(
    (entry): Touch[] => [
      ...entry.touches.slice(0, 1),
      // A reply is described with its customer.
      ...(entry.touches[0]?.startsWith('chat') ? ([`chats:${entry.path.id ?? ''}`] as const) : []),
    ],
  );
  return {
    deadLetters,
    waiting,
    done,
    hasMoreDone: today.length > DONE_SHOWN,
    rows: await rowsOf(db, [...new Set(touches)]),
    categories: new Map(categories.map((category) => [category.id, category.name])),
  };
}

/** The rows behind `touches`, as this device shows them; a row with a pending deletion, as it was. */
export async function rowsOf(db: GalleyDb, touches: Touch[]): Promise<Map<Touch, Row>> {
  const rows = new Map<Touch, Row>();
  for (const [table, group] of groupBy(touches, (touch) => touch.slice(0, touch.indexOf(':')))) {
    const [found, before] = await Promise.all([
      db.table<Row>(table).bulkGet(group.map((touch) => touch.slice(table.length + 1))),
      db.shadow.bulkGet(group),
    ]);
    group.forEach((touch, i) => {
      const row = found[i] ?? before[i]?.base;
      if (row) rows.set(touch, row);
    });
  }
  return rows;
}
