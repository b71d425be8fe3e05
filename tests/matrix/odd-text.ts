import { errorCodes, type ErrorBody, type ErrorCode } from '../../contract/errors.ts';
import type { Row } from '../../contract/entity.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import type { DeadLetter, GalleyDb, OutboxEntry } from '../../src/data/db.ts';
import { describerOf } from '../../src/features/unsent/describe.ts';
import { unsentView } from '../../src/features/unsent/queries.ts';

/** Traces of missing values, field names, call names and ids. */
const GIBBERISH = /undefined|null|NaN|\[object|Invalid|\w_\w|\w\.[a-z]\w*[A-Z]|[\da-f]{8}-[\da-f]{4}/;

const reasons = ['superseded', 'dependency', 'apply_failed', 'lost'] as const;

/**
 * Checks every text that "Unsent changes" shows for the waiting entries, and would show if each failed for every possible reason.
 * Returns the texts that are not fit for people, with call and reason.
 */
export async function findOddText(db: GalleyDb, now: number): Promise<string[]> {
  const view = await unsentView(db, now);
  const restaurant = (await db.restaurants.toCollection().first()) as Restaurant; // a loaded device has one
  const { describe, describeRefusal } = describerOf(view, restaurant, now);
  const odd: string[] = [];
  for (const entry of view.waiting) {
    const check = (about: string, texts: (string | null | undefined)[]) => {
      for (const text of texts)
        if (text === '' || GIBBERISH.test(text ?? '')) odd.push(`${entry.call}, ${about}: ${text}`);
    };
    const { title, subject, place } = describe(entry);
    check('waiting', [title, subject, place]);
    for (const deadLetter of await deadLettersOf(db, entry)) {
      const { why, pair, restoreLabel, keepLabel, mend } = describeRefusal(deadLetter);
      const texts = [why, pair?.theirs, pair?.yours, restoreLabel, keepLabel, mend?.words];
      check(deadLetter.error?.code ?? deadLetter.reason, texts);
    }
  }
  return odd;
}

/** The failed change that the entry would become, once for each reason. */
async function deadLettersOf(db: GalleyDb, entry: OutboxEntry): Promise<DeadLetter[]> {
  const touch = entry.touches[0];
  const [table = '', id = ''] = touch?.split(':') ?? [];
  const yours = ((await db.table(table).get(id)) as Row | undefined) ?? null;
  const theirs = (touch && (await db.shadow.get(touch))?.base) ?? null;
  const deadLetter = (reason: DeadLetter['reason'], error: ErrorBody | null): DeadLetter => ({
    key: entry.key,
    seq: entry.seq,
    at: entry.occurredAt,
    entry,
    reason,
    error,
    notice: null,
    theirs,
    yours,
  });
  const codes = Object.keys(errorCodes) as ErrorCode[];
  return [
    ...codes.map((code) => deadLetter('rejected', { code, message: errorCodes[code][1] })),
    ...reasons.map((reason) => deadLetter(reason, null)),
  ];
}
