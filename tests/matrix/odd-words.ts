import { errorCodes, type ErrorBody, type ErrorCode } from '../../contract/errors.ts';
import type { Row } from '../../contract/entity.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import type { DeadLetter, GalleyDb, OutboxEntry } from '../../src/data/db.ts';
import { tellerOf } from '../../src/features/unsent/describe.ts';
import { unsentView } from '../../src/features/unsent/queries.ts';

/** What a program says where a value is missing, and names of fields, calls and rows. */
const GIBBERISH = /undefined|null|NaN|\[object|Invalid|\w_\w|\w\.[a-z]\w*[A-Z]|[\da-f]{8}-[\da-f]{4}/;

const reasons = ['superseded', 'dependency', 'apply_failed', 'lost'] as const;

/**
 * Everything that "Unsent changes" says of what waits here, and would say if it came back for any reason that there is. Answers what of it is
 * no sentence for people, with the call and the reason.
 */
export async function oddWords(db: GalleyDb, now: number): Promise<string[]> {
  const view = await unsentView(db, now);
  const restaurant = (await db.restaurants.toCollection().first()) as Restaurant; // a loaded device has it
  const { tell, tellRefusal } = tellerOf(view, restaurant, now);
  const odd: string[] = [];
  for (const entry of view.waiting) {
    const check = (about: string, texts: (string | null | undefined)[]) => {
      for (const text of texts)
        if (text === '' || GIBBERISH.test(text ?? '')) odd.push(`${entry.call}, ${about}: ${text}`);
    };
    const { title, subject, place } = tell(entry);
    check('waiting', [title, subject, place]);
    for (const letter of await lettersOf(db, entry)) {
      const { why, pair, restoreWords, keepWords, mend } = tellRefusal(letter);
      const texts = [why, pair?.theirs, pair?.yours, restoreWords, keepWords, mend?.words];
      check(letter.error?.code ?? letter.reason, texts);
    }
  }
  return odd;
}

/** The change as it would come back for each reason. */
async function lettersOf(db: GalleyDb, entry: OutboxEntry): Promise<DeadLetter[]> {
  const touch = entry.touches[0];
  const [table = '', id = ''] = touch?.split(':') ?? [];
  const yours = ((await db.table(table).get(id)) as Row | undefined) ?? null;
  const theirs = (touch && (await db.shadow.get(touch))?.base) ?? null;
  const letter = (reason: DeadLetter['reason'], error: ErrorBody | null): DeadLetter => ({
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
    ...codes.map((code) => letter('rejected', { code, message: errorCodes[code][1] })),
    ...reasons.map((reason) => letter(reason, null)),
  ];
}
