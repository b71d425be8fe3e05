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
  book: Pick<Book, 'ended' | 'unfit' | 'damaged'>;
  options: BookOptions;
  tries: Tries;
  wrong: (text: string) => void;
}

/** What a letter says, why it is one, and when it may go: R1, R12, R26, R27. */
export interface DeadLettersWatch {
  letters(raw: Raw, touched: Commit['touched']): void;
  dealWith: Book['dealWith'];
}

export function watchDeadLetters({ book, options, tries, wrong }: DeadLettersPart): DeadLettersWatch {
  const { taps } = options;
  const dealing = new Map<string, 'dismissed' | 'made good'>();

  /** R1: a letter stays until the person has dealt with it. */
  function letters(raw: Raw, touched: Commit['touched']): void {
    for (const key of (touched.get('dead_letters') ?? []) as Set<string>) {
      const letter = raw.get<DeadLetter>('dead_letters', key);
      if (letter) {
        // A tap that was left behind may end here without ever having waited; a restore of the server makes one of what was done.
        if (!taps.has(key)) wrong(`R1 a letter ${key} of a change that nobody has tapped`);
        book.ended.set(key, 'dead');
        // R26: the row as this device showed it with the change.
        const mine: Shown | null = letter.yours;
        if (mine && !book.unfit.has(key) && !mine._sync?.op_ids.includes(key))
          wrong(`R26 the letter of ${letter.entry.call} ${key} shows a row without the change as its own`);
        dependent(raw, letter);
        takesAlong(raw, letter);
        told(raw, letter);
        setAside(letter);
      } else if (dealing.has(key)) {
        book.ended.set(key, 'dealt with');
        const isHeirHere = [...(touched.get('outbox') ?? [])].some((seq) => raw.get('outbox', seq as number));
        if (dealing.get(key) === 'made good' && !isHeirHere)
          wrong(`R27 the letter ${key} is gone, and the change that makes it good is not there`);
      } else wrong(`R1 the letter ${key} is gone and nobody has dealt with it`);
    }
  }

  /** R26: what was built upon a row goes with it only when that row's making has become a letter. */
  function dependent(raw: Raw, { key, reason, entry }: DeadLetter): void {
    if (reason === 'dependency' && !raw.all<DeadLetter>('dead_letters').some((other) => isMaking(other, entry)))
      wrong(`R26 ${entry.call} ${key} goes with a row, and no making of it was refused`);
  }

  /** R26: what was never sent and names a row in its path or body goes when that row is not created after all. */
  function takesAlong(raw: Raw, { key, reason, entry }: DeadLetter): void {
    const [touch] = entry.touches;
    if (!touch || !creations.has(entry.call) || !['rejected', 'dependency'].includes(reason)) return;
    const isLeft = (one: OutboxEntry) => one.firstTryAt === null && !one.touches.includes(touch) && names(one, touch);
    const left = baseOf(raw, touch) ? undefined : raw.all<OutboxEntry>('outbox').find(isLeft);
    if (left)
      wrong(`R26 ${entry.call} ${key} was refused, and ${left.call} ${left.key}, which depends on it, is pending`);
  }

  /** R26: a letter has the server's reason, and the value that stands. */
  function told(raw: Raw, { key, reason, entry, error, theirs }: DeadLetter): void {
    const truth = options.truth();
    if (reason !== 'rejected' || truth?.epoch !== FIRST_EPOCH) return;
    const effect = truth.effect(key);
    if (effect?.outcome === 'rejected' && effect.code !== error?.code)
      wrong(`R26 the letter of ${entry.call} ${key} says ${error?.code}, the server said ${effect.code}`);
    const [touch] = entry.touches;
    if (error?.current && theirs && !isDeepStrictEqual(plain(theirs), plain(error.current as Row)))
      wrong(`R26 the letter of ${entry.call} ${key} does not show the row that the server said stands`);
    const standing = error?.current ?? (touch && !book.damaged.has(touch) ? baseOf(raw, touch) : null);
    if (standing && !theirs) wrong(`R26 the letter of ${entry.call} ${key} shows nothing that stands, and a row does`);
  }

  /** R12: what the server has not refused is set aside after tries that could not be read, or many on which it failed. */
  function setAside({ key, reason, entry, error }: DeadLetter): void {
    const truth = options.truth();
    // In the history in which it was sent; what a restore has taken away may have been refused in it.
    if (reason !== 'rejected' || truth?.epoch !== FIRST_EPOCH || truth.effect(key)) return;
    const isUnreadable = unreadable.has(error?.code ?? '');
    const least = isUnreadable ? 3 : 8;
    const met = Math.min(entry.attempts + 1, options.faultsOf(key));
    if (met < least) wrong(`R12 ${entry.call} ${key} is set aside after ${met} tries on which the server failed`);
    const waited = tries.sinceFirst(key);
    if (!isUnreadable && !tries.hasJumped() && waited < POISON_MS)
      wrong(`R12 ${entry.call} ${key} is set aside ${waited} ms after its first try`);
    // That a pull was answered since the try before proves that the fault lies in the change.
    if (tries.isDeaf(entry)) wrong(`R12 ${entry.call} ${key} is set aside while the server answers nothing`);
  }

  return { letters, dealWith: (key, how) => void dealing.set(key, how) };
}

/** Does the entry name this row in its path or its body? */
const names = ({ path, body }: OutboxEntry, touch: string): boolean =>
  JSON.stringify([path, body]).includes(`"${touch.split(':')[1]}"`);

const isMaking = (letter: DeadLetter, entry: OutboxEntry): boolean =>
  letter.key !== entry.key &&
  letter.entry.touches.some((touch) => entry.touches.includes(touch) || names(entry, touch));

const POISON_MS = 10 * 60_000;
/** What the API says of a body that it does not read, and what the network is made to say. */
const unreadable = new Set(['invalid_fields', 'scripted_400', 'scripted_413', 'scripted_422']);
