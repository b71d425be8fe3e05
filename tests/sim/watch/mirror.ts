import { isDeepStrictEqual } from 'node:util';
import { tables, type Row, type Table } from '../../../contract/entity.ts';
import type { DeadLetter, DoneEntry, OutboxEntry, ShadowRow } from '../../../src/data/db.ts';
import { definitionOf } from '../../../src/sync/runtime/registry.ts';
import type { Commit, Raw } from '../disk.ts';
import type { Book, BookOptions, Truth } from './book.ts';
import { mergedWrongly } from './merge.ts';
import { baseOf, differences, plain, type Shown } from './shown.ts';

export interface MirrorPart {
  book: Pick<Book, 'ended' | 'unfit' | 'damaged'>;
  options: BookOptions;
  wrong: (text: string) => void;
}

/** The rows, and up to where they are the server's: R3, R6 to R9, R35, R36, R41. */
export interface MirrorWatch {
  read(raw: Raw, touched: Commit['touched'], touches: Set<string>): void;
  /** Of the cursor; empty while everything is loaded afresh. */
  epoch(): string;
  forget(): void;
}

export function watchMirror({ book, options, wrong }: MirrorPart): MirrorWatch {
  let cursor: { epoch: string; version: number } | null = null;
  let epochHeard: unknown;
  /** Of a first load that is running. */
  let place: { epoch: string; version: number; table: string } | null = null;
  let repairs = 0;
  const epochsLeft = new Set<unknown>();
  /** Confirmed in this history, by key. */
  const confirmed = new Map<string, Confirmed>();
  let clientId: unknown;

  /** `touches`: rows that a change of this commit touches; those that were written come to them. */
  function read(raw: Raw, touched: Commit['touched'], touches: Set<string>): void {
    for (const touch of touched.get('shadow') ?? []) touches.add(touch as string);
    for (const table of tables) for (const id of touched.get(table) ?? []) touches.add(`${table}:${id as string}`);
    const truth = options.truth();
    for (const touch of touches) rowRule(raw, touch, truth);
    const noted = touched.get('sync');
    const nameBefore = clientId;
    clientId = raw.get<{ value: unknown }>('sync', 'clientId')?.value;
    if (noted?.has('cursor')) newCursor(raw, truth);
    if (noted?.has('snapshot')) newPlace(raw, touched, truth);
    if (noted?.has('epoch')) newEpoch(raw, truth, nameBefore);
    if (noted?.has('compared')) compared(raw);
    if (touched.has('done')) patience(raw, touched.get('done')!, truth);
    for (const touch of book.damaged) if (isWhole(raw, touch, truth)) book.damaged.delete(touch);
  }

  /** R3, R6, R7: shadow, mark and fold of one row stand together; a clean row is one that the server had. */
  function rowRule(raw: Raw, touch: string, truth: Truth | null): void {
    const colon = touch.indexOf(':');
    const table = touch.slice(0, colon) as Table;
    const id = touch.slice(colon + 1);
    const shown = raw.get<Shown>(table, id) ?? null;
    const shadow = raw.get<ShadowRow>('shadow', touch);
    const pending = raw.all<OutboxEntry>('outbox').filter((entry) => entry.touches.includes(touch as never));
    const isDamaged = book.damaged.has(touch);
    if (pending.length === 0) {
      if (shadow) wrong(`R7 ${touch} has a shadow and nothing pending`);
      if (shown?._sync) wrong(`R3 ${touch} shows ${shown._sync.op_ids.join()}, which does not wait`);
      if (shown && !isDamaged) serverRow(touch, plain(shown), truth);
      return;
    }
    if (!shadow) return wrong(`R3 ${touch} has pending changes and no shadow`);
    if (shadow.base && !isDamaged) serverRow(touch, plain(shadow.base), truth);
    let row: Row | null = shadow.base && plain(shadow.base);
    const folded: string[] = [];
    const refused = new Map<string, string>();
    let wasThere = row !== null;
    for (const entry of pending) {
      const { key, occurredAt, deviceName, path, body } = entry;
      try {
        row = definitionOf(entry.call)!.change(row, { path, body }, { key, occurredAt, deviceName });
        // A row that is made bears no mark of what came before any.
        wasThere ||= row !== null;
        if (wasThere) folded.push(key);
      } catch (error) {
        refused.set(key, error instanceof Error ? error.message : '');
        book.unfit.add(key);
        if (entry.firstTryAt === null) wrong(`R6 ${entry.call} ${key} does not fit on ${touch} and waits unsent`);
      }
    }
    if (!isDeepStrictEqual(row && plain(row), shown && plain(shown)))
      wrong(
        `R6 ${touch} is not its base with what is pending: ${differences(row && plain(row), shown && plain(shown))}`,
      );
    const wrongly =
      shadow.base && shown && !isDamaged && mergedWrongly(touch, shadow.base, pending, { shown, refused });
    if (wrongly) wrong(wrongly);
    if (shown && !isDeepStrictEqual(shown._sync?.op_ids ?? [], folded))
      wrong(`R3 ${touch} names other changes than those folded in`);
  }

  function serverRow(touch: string, row: Row, truth: Truth | null): void {
    const known = truth?.versionsOf(touch, row.version);
    if (known && !known.some((other) => isDeepStrictEqual(other, row)))
      wrong(`R7 ${touch} of version ${row.version} is none that the server ever had`);
  }

  /** R8: everything up to the cursor is here, and the cursor never goes back within an epoch. */
  function newCursor(raw: Raw, truth: Truth | null): void {
    const before = cursor;
    cursor = raw.get<{ value: typeof cursor }>('sync', 'cursor')?.value ?? null;
    if (!cursor) return;
    const heard = raw.get<{ value: unknown }>('sync', 'epoch')?.value;
    if (heard !== cursor.epoch)
      wrong(`R36 the cursor is of ${cursor.epoch}, and the device counts for ${String(heard)}`);
    const isSame = before?.epoch === cursor.epoch;
    if (isSame && cursor.version < before.version) wrong(`R8 the cursor went back to ${cursor.version}`);
    if (!truth || truth.epoch !== cursor.epoch) return;
    for (const { touch, version, isDeleted } of truth.changes(isSame ? before.version : 0)) {
      if (version > cursor.version || book.damaged.has(touch)) continue;
      const row = baseOf(raw, touch);
      if (isDeleted && row) wrong(`R8 ${touch} was deleted at ${version} and is here at ${cursor.version}`);
      if (!isDeleted && (!row || row.version < version))
        wrong(`R8 ${touch} of version ${version} is ${row ? `at ${row.version}` : 'missing'} at ${cursor.version}`);
    }
  }

  /** R35: a first load that was broken off goes on where it stood, while the server can follow. */
  function newPlace(raw: Raw, touched: Commit['touched'], truth: Truth | null): void {
    const before = place;
    place = raw.get<{ value: { position: typeof place } | null }>('sync', 'snapshot')?.value?.position ?? null;
    const hasReason = ['cursor', 'epoch', 'compared'].some((name) => touched.get('sync')!.has(name));
    if (before && !place && !hasReason && truth?.epoch === before.epoch && before.version >= truth.floor())
      wrong(`R35 the first load stood at ${before.table} and begins anew`);
  }

  /** R36: what was confirmed beyond the point to which the server was restored, within the last day, is a letter. */
  function newEpoch(raw: Raw, truth: Truth | null, name: unknown): void {
    const before = epochHeard;
    epochHeard = raw.get<{ value: unknown }>('sync', 'epoch')?.value;
    if (before !== epochHeard) {
      if (epochsLeft.has(epochHeard))
        wrong(`R36 the device goes back to the history ${String(epochHeard)}, which it has left`);
      if (typeof before === 'string') epochsLeft.add(before);
    }
    if (!truth || typeof before !== 'string' || before === epochHeard || truth.epoch !== epochHeard) return;
    for (const { key, call, outcome, ackVersion } of raw.all<DoneEntry>('done'))
      if (outcome === 'done' && (ackVersion ?? 0) > truth.version() && !truth.effect(key))
        wrong(`R36 ${call} ${key} was confirmed, is lost by the restore and counts as done`);
    for (const [key, { call, epoch, version, at, by }] of confirmed) {
      // Where the new history has counted this device it says exactly what it lacks; else only what lies beyond it is known.
      const isKnown = by === name && truth.countedFirst(by) > 0;
      const isGone = epoch === before && (isKnown || version > truth.version()) && !truth.effect(key);
      if (isGone && options.now() - at < DAY_MS && book.ended.get(key) === 'done')
        wrong(`R36 ${call} ${key} was confirmed, is lost by the restore and forgotten`);
    }
    for (const { key, reason, entry } of raw.all<DeadLetter>('dead_letters')) {
      const effect = truth.effect(key);
      const isThere = effect?.outcome === 'applied' && effect.version === entry.ackVersion;
      if (reason === 'lost' && isThere && effect.epoch !== truth.epoch)
        wrong(`R36 ${entry.call} ${key} is listed as lost by the restore, and the server still has it`);
    }
  }

  /** R41: a mirror that is right is not loaded afresh. */
  function compared(raw: Raw): void {
    const before = repairs;
    repairs = raw.get<{ value: { repairs: number } }>('sync', 'compared')?.value.repairs ?? 0;
    if (repairs > before && book.damaged.size === 0)
      wrong('R41 the mirror was loaded afresh and nothing was wrong with it');
  }

  function isWhole(raw: Raw, touch: string, truth: Truth | null): boolean {
    const [base, now] = [baseOf(raw, touch), truth?.now(touch)];
    return base && now ? isDeepStrictEqual(plain(base), now) : !base && !now;
  }

  /** R9: a change is let go only when the pull has brought its effect. */
  function patience(raw: Raw, keys: Set<unknown>, truth: Truth | null): void {
    const at = raw.get<{ value: typeof cursor }>('sync', 'cursor')?.value;
    if (!truth || !at) return;
    for (const key of keys as Set<string>) {
      const done = raw.get<DoneEntry>('done', key);
      if (done?.outcome !== 'done') continue;
      const effect = truth.effect(key);
      if (at.epoch !== truth.epoch) {
        if (effect?.epoch === truth.epoch)
          wrong(`R9 ${done.call} ${key} was let go in the history ${at.epoch}, its effect is in ${effect.epoch}`);
      } else if (!effect) wrong(`R4 ${done.call} ${key} counts as done and the server does not know it`);
      else if (effect.outcome !== 'applied') wrong(`R4 ${done.call} ${key} counts as done and was refused`);
      else if (effect.isSuperseded)
        wrong(`R1 ${done.call} ${key} counts as done, and somebody's newer one stands in its place`);
      else if (effect.version > at.version)
        wrong(`R9 ${done.call} ${key} was let go at ${at.version}, its effect is version ${effect.version}`);
      else {
        const { version, clientId: by } = effect;
        confirmed.set(key, { call: done.call, epoch: truth.epoch, version, at: options.now(), by });
        for (const touch of effect.wrote) {
          const row = baseOf(raw, touch);
          if (row && row.version < effect.version && !book.damaged.has(touch))
            wrong(
              `R9 ${done.call} ${key} was let go and ${touch} is still ${row.version}, its effect is ${effect.version}`,
            );
        }
      }
    }
  }

  return {
    read,
    epoch: () => cursor?.epoch ?? '',
    forget() {
      cursor = null;
      epochHeard = undefined;
      place = null;
      repairs = 0;
      epochsLeft.clear();
      confirmed.clear();
      clientId = undefined;
    },
  };
}

interface Confirmed {
  call: string;
  epoch: string;
  version: number;
  at: number;
  /** The name under which it took effect. */
  by: string;
}

/** What is done is listed as lost for a day; an hour less, since the server's clock says so and not this one. */
const DAY_MS = 23 * 3_600_000;
