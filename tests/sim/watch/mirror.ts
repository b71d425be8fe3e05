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

/** Checks the mirror and its cursor: R3, R6 to R9, R35, R36, R41. */
export interface MirrorWatch {
  read(raw: Raw, touched: Commit['touched'], touches: Set<string>): void;
  /** Epoch of the cursor; empty during a fresh load. */
  epoch(): string;
  forget(): void;
}

export function watchMirror({ book, options, wrong }: MirrorPart): MirrorWatch {
  let cursor: { epoch: string; version: number } | null = null;
  let knownEpoch: unknown;
  /** Position of a running first load. */
  let place: { epoch: string; version: number; table: string } | null = null;
  let repairs = 0;
  const epochsLeft = new Set<unknown>();
  /** Mutations confirmed in this epoch, by key. */
  const confirmed = new Map<string, Confirmed>();
  let clientId: unknown;

  /** `touches`: rows that mutations of this commit touch. Written rows are added. */
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
    if (touched.has('done')) checkPulledBeforeDone(raw, touched.get('done')!, truth);
    for (const touch of book.damaged) if (isWhole(raw, touch, truth)) book.damaged.delete(touch);
  }

  /** R3, R6, R7: base row, mark and mirror row match; a row without pending mutations is a version that the server had. */
  function rowRule(raw: Raw, touch: string, truth: Truth | null): void {
    const colon = touch.indexOf(':');
    const table = touch.slice(0, colon) as Table;
    const id = touch.slice(colon + 1);
    const shown = raw.get<Shown>(table, id) ?? null;
    const shadow = raw.get<ShadowRow>('shadow', touch);
    const pending = raw.all<OutboxEntry>('outbox').filter((entry) => entry.touches.includes(touch as never));
    const isDamaged = book.damaged.has(touch);
    if (pending.length === 0) {
      if (shadow) wrong(`R7 ${touch} has a base row but no pending mutation`);
      if (shown?._sync) wrong(`R3 ${touch} shows ${shown._sync.op_ids.join()}, which is not pending`);
      if (shown && !isDamaged) serverRow(touch, plain(shown), truth);
      return;
    }
    if (!shadow) return wrong(`R3 ${touch} has pending mutations but no base row`);
    if (shadow.base && !isDamaged) serverRow(touch, plain(shadow.base), truth);
    let row: Row | null = shadow.base && plain(shadow.base);
    const applied: string[] = [];
    const refused = new Map<string, string>();
    let wasThere = row !== null;
    for (const entry of pending) {
      const { key, occurredAt, deviceName, path, body } = entry;
      try {
        row = definitionOf(entry.call)!.change(row, { path, body }, { key, occurredAt, deviceName });
        // A mutation on a row that does not exist yet leaves no mark.
        wasThere ||= row !== null;
        if (wasThere) applied.push(key);
      } catch (error) {
        refused.set(key, error instanceof Error ? error.message : '');
        book.unfit.add(key);
        if (entry.firstTryAt === null)
          wrong(`R6 ${entry.call} ${key} cannot be applied to ${touch}, but is pending and was never sent`);
      }
    }
    if (!isDeepStrictEqual(row && plain(row), shown && plain(shown)))
      wrong(
        `R6 ${touch} differs from its base row with the pending mutations: ${differences(row && plain(row), shown && plain(shown))}`,
      );
    const wrongly =
      shadow.base && shown && !isDamaged && mergedWrongly(touch, shadow.base, pending, { shown, refused });
    if (wrongly) wrong(wrongly);
    if (shown && !isDeepStrictEqual(shown._sync?.op_ids ?? [], applied))
      wrong(`R3 ${touch} lists other mutations than those applied`);
  }

  function serverRow(touch: string, row: Row, truth: Truth | null): void {
    const known = truth?.versionsOf(touch, row.version);
    if (known && !known.some((other) => isDeepStrictEqual(other, row)))
      wrong(`R7 ${touch} of version ${row.version} is no version that the server ever had`);
  }

  /** R8: everything up to the cursor is here, and within one epoch the cursor never goes back. */
  function newCursor(raw: Raw, truth: Truth | null): void {
    const before = cursor;
    cursor = raw.get<{ value: typeof cursor }>('sync', 'cursor')?.value ?? null;
    if (!cursor) return;
    const epoch = raw.get<{ value: unknown }>('sync', 'epoch')?.value;
    if (epoch !== cursor.epoch)
      wrong(`R36 the cursor belongs to epoch ${cursor.epoch}, the device to ${String(epoch)}`);
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

  /** R35: an interrupted first load continues where it stopped if the server still allows it. */
  function newPlace(raw: Raw, touched: Commit['touched'], truth: Truth | null): void {
    const before = place;
    place = raw.get<{ value: { position: typeof place } | null }>('sync', 'snapshot')?.value?.position ?? null;
    const hasReason = ['cursor', 'epoch', 'compared'].some((name) => touched.get('sync')!.has(name));
    if (before && !place && !hasReason && truth?.epoch === before.epoch && before.version >= truth.floor())
      wrong(`R35 the first load was at ${before.table} and started again`);
  }

  /** R36: what was confirmed within the last day and lost by a restore becomes a dead letter. */
  function newEpoch(raw: Raw, truth: Truth | null, name: unknown): void {
    const before = knownEpoch;
    knownEpoch = raw.get<{ value: unknown }>('sync', 'epoch')?.value;
    if (before !== knownEpoch) {
      if (epochsLeft.has(knownEpoch))
        wrong(`R36 the device returned to epoch ${String(knownEpoch)}, which it had left`);
      if (typeof before === 'string') epochsLeft.add(before);
    }
    if (!truth || typeof before !== 'string' || before === knownEpoch || truth.epoch !== knownEpoch) return;
    for (const { key, call, outcome, ackVersion } of raw.all<DoneEntry>('done'))
      if (outcome === 'done' && (ackVersion ?? 0) > truth.version() && !truth.effect(key))
        wrong(`R36 ${call} ${key} was confirmed, is lost by the restore and counts as done`);
    for (const [key, { call, epoch, version, at, by }] of confirmed) {
      // If the new epoch has counted this client, it knows exactly what is lost; otherwise only what lies beyond its version.
      const isKnown = by === name && truth.countedFirst(by) > 0;
      const isGone = epoch === before && (isKnown || version > truth.version()) && !truth.effect(key);
      if (isGone && options.now() - at < DAY_MS && book.ended.get(key) === 'done')
        wrong(`R36 ${call} ${key} was confirmed, is lost by the restore and not listed`);
    }
    for (const { key, reason, entry } of raw.all<DeadLetter>('dead_letters')) {
      const effect = truth.effect(key);
      const isThere = effect?.outcome === 'applied' && effect.version === entry.ackVersion;
      if (reason === 'lost' && isThere && effect.epoch !== truth.epoch)
        wrong(`R36 ${entry.call} ${key} is listed as lost by the restore, and the server still has it`);
    }
  }

  /** R41: a correct mirror is not loaded afresh. */
  function compared(raw: Raw): void {
    const before = repairs;
    repairs = raw.get<{ value: { repairs: number } }>('sync', 'compared')?.value.repairs ?? 0;
    if (repairs > before && book.damaged.size === 0) wrong('R41 a correct mirror was reloaded');
  }

  function isWhole(raw: Raw, touch: string, truth: Truth | null): boolean {
    const [base, now] = [baseOf(raw, touch), truth?.now(touch)];
    return base && now ? isDeepStrictEqual(plain(base), now) : !base && !now;
  }

  /** R9: an entry leaves the outbox only after the pull with its effect. */
  function checkPulledBeforeDone(raw: Raw, keys: Set<unknown>, truth: Truth | null): void {
    const at = raw.get<{ value: typeof cursor }>('sync', 'cursor')?.value;
    if (!truth || !at) return;
    for (const key of keys as Set<string>) {
      const done = raw.get<DoneEntry>('done', key);
      if (done?.outcome !== 'done') continue;
      const effect = truth.effect(key);
      if (at.epoch !== truth.epoch) {
        if (effect?.epoch === truth.epoch)
          wrong(`R9 ${done.call} ${key} was removed in epoch ${at.epoch}, its effect is in ${effect.epoch}`);
      } else if (!effect) wrong(`R4 ${done.call} ${key} counts as done and the server does not know it`);
      else if (effect.outcome !== 'applied') wrong(`R4 ${done.call} ${key} counts as done and was refused`);
      else if (effect.isSuperseded) wrong(`R1 ${done.call} ${key} counts as done, but was superseded`);
      else if (effect.version > at.version)
        wrong(`R9 ${done.call} ${key} was removed at ${at.version}, its effect is version ${effect.version}`);
      else {
        const { version, clientId: by } = effect;
        confirmed.set(key, { call: done.call, epoch: truth.epoch, version, at: options.now(), by });
        for (const touch of effect.wrote) {
          const row = baseOf(raw, touch);
          if (row && row.version < effect.version && !book.damaged.has(touch))
            wrong(
              `R9 ${done.call} ${key} was removed and ${touch} is still ${row.version}, its effect is ${effect.version}`,
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
      knownEpoch = undefined;
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
  /** Client id under which it took effect. */
  by: string;
}

/** Confirmed mutations are listed as lost for a day. One hour less, because the server's clock decides. */
const DAY_MS = 23 * 3_600_000;
