import { isDeepStrictEqual } from 'node:util';
import type { Row } from '../../../contract/entity.ts';
import type { DeadLetter, OutboxEntry } from '../../../src/data/db.ts';
import type { Commit, Raw } from '../disk.ts';
import { FIRST_EPOCH } from '../model/space.ts';
import type { Book, BookOptions } from './book.ts';
import { creations } from './queue.ts';
import { baseOf, plain, type Shown } from './shown.ts';
import type { Tries } from './tries.ts';

export interface DeadLettersPart {
  book: Pick<Book, 'ended' | 'damaged'>;
  options: BookOptions;
  tries: Tries;
  wrong: (text: string) => void;
}

/** Checks a dead letter's content, its reason, and its deletion: R1, R12, R26, R27. */
export interface DeadLettersWatch {
  check(raw: Raw, touched: Commit['touched']): void;
  dealWith: Book['dealWith'];
}

export function watchDeadLetters({ book, options, tries, wrong }: DeadLettersPart): DeadLettersWatch {
  const { mutations } = options;
  const dealing = new Map<string, 'dismissed' | 'made good'>();

  /** R1: a dead letter stays until the person resolves it. */
  function check(raw: Raw, touched: Commit['touched']): void {
    for (const key of (touched.get('dead_letters') ?? []) as Set<string>) {
      const deadLetter = raw.get<DeadLetter>('dead_letters', key);
      if (deadLetter) {
        // A rescued mutation may become a dead letter without having been pending, and a sent one after a restore.
        if (!mutations.has(key)) wrong(`R1 dead letter ${key}, but nobody made this mutation`);
        book.ended.set(key, 'dead');
        // R26: the row as this device showed it with the mutation.
        const mine: Shown | null = deadLetter.yours;
        if (mine && !mine._sync?.op_ids.includes(key))
          wrong(`R26 the dead letter of ${deadLetter.entry.call} ${key} has an own row without the mutation`);
        checkDependency(raw, deadLetter);
        checkDependents(raw, deadLetter);
        checkReason(raw, deadLetter);
        checkGivenUp(deadLetter);
      } else if (dealing.has(key)) {
        book.ended.set(key, 'dealt with');
        const isRetryHere = [...(touched.get('outbox') ?? [])].some((seq) => raw.get('outbox', seq as number));
        if (dealing.get(key) === 'made good' && !isRetryHere)
          wrong(`R27 dead letter ${key} was deleted, but the mutation that retries it is missing`);
      } else wrong(`R1 dead letter ${key} was deleted, but nobody resolved it`);
    }
  }

  /** R26: reason "dependency" requires that the creation of the row has failed. */
  function checkDependency(raw: Raw, { key, reason, entry }: DeadLetter): void {
    if (reason === 'dependency' && !raw.all<DeadLetter>('dead_letters').some((other) => isMaking(other, entry)))
      wrong(`R26 ${entry.call} ${key} failed as dependent, but no creation of its row was refused`);
  }

  /** R26: if the creation of a row fails, never-sent mutations that name the row fail with it. */
  function checkDependents(raw: Raw, { key, reason, entry }: DeadLetter): void {
    const [touch] = entry.touches;
    if (!touch || !creations.has(entry.call) || !['rejected', 'dependency'].includes(reason)) return;
    const isLeft = (one: OutboxEntry) => one.firstTryAt === null && !one.touches.includes(touch) && names(one, touch);
    const left = baseOf(raw, touch) ? undefined : raw.all<OutboxEntry>('outbox').find(isLeft);
    if (left)
      wrong(`R26 ${entry.call} ${key} was refused, and ${left.call} ${left.key}, which depends on it, is pending`);
  }

  /** R26: a dead letter has the server's reason and the current row. */
  function checkReason(raw: Raw, { key, reason, entry, error, theirs }: DeadLetter): void {
    const truth = options.truth();
    if (reason !== 'rejected' || truth?.epoch !== FIRST_EPOCH) return;
    const effect = truth.effect(key);
    if (effect?.outcome === 'rejected' && effect.code !== error?.code)
      wrong(`R26 the dead letter of ${entry.call} ${key} has code ${error?.code}, the server answered ${effect.code}`);
    const [touch] = entry.touches;
    if (error?.current && theirs && !isDeepStrictEqual(plain(theirs), plain(error.current as Row)))
      wrong(`R26 the dead letter of ${entry.call} ${key} does not have the current row that the server sent`);
    const standing = error?.current ?? (touch && !book.damaged.has(touch) ? baseOf(raw, touch) : null);
    if (standing && !theirs) wrong(`R26 the dead letter of ${entry.call} ${key} has no current row, but there is one`);
  }

  /** R12: a mutation that the server has not refused becomes a dead letter only after several unreadable tries or many errors. */
  function checkGivenUp({ key, reason, entry, error }: DeadLetter): void {
    const truth = options.truth();
    // In the first epoch only: what a restore removed may have been refused before it.
    if (reason !== 'rejected' || truth?.epoch !== FIRST_EPOCH || truth.effect(key)) return;
    const isUnreadable = unreadable.has(error?.code ?? '');
    const least = isUnreadable ? 3 : 8;
    const met = Math.min(entry.attempts + 1, options.faultsOf(key));
    if (met < least) wrong(`R12 ${entry.call} ${key} became a dead letter after ${met} server errors`);
    const waited = tries.sinceFirst(key);
    if (!isUnreadable && !tries.hasJumped() && waited < POISON_MS)
      wrong(`R12 ${entry.call} ${key} became a dead letter ${waited} ms after its first try`);
    // A pull answered since the previous try proves that the mutation causes the error.
    if (tries.hasNoPullSince(entry))
      wrong(`R12 ${entry.call} ${key} became a dead letter while the server answered nothing`);
  }

  return { check, dealWith: (key, how) => void dealing.set(key, how) };
}

/** True if the entry names this row in its path or body. */
const names = ({ path, body }: OutboxEntry, touch: string): boolean =>
  JSON.stringify([path, body]).includes(`"${touch.split(':')[1]}"`);

const isMaking = (deadLetter: DeadLetter, entry: OutboxEntry): boolean =>
  deadLetter.key !== entry.key &&
  deadLetter.entry.touches.some((touch) => entry.touches.includes(touch) || names(entry, touch));

const POISON_MS = 10 * 60_000;
/** Error codes for unreadable bodies, from the API and from scripted responses. */
const unreadable = new Set(['invalid_fields', 'scripted_400', 'scripted_413', 'scripted_422']);
