import type { StandingChange } from '../../contract/errors.ts';
import type { DeadLetter } from './db.ts';

/** What stands in the place of a change that lost: the fields that kept the other value, and their newest change. */
export interface LostFields {
  names: string[];
  standing: StandingChange;
}

/** Null: nobody said which fields lost. The whole change did. */
export function lostFields({ notice }: Pick<DeadLetter, 'notice'>): LostFields | null {
  const fields = Object.entries(notice?.fields ?? {});
  const [newest] = fields.map(([, standing]) => standing).toSorted((a, b) => (a.at < b.at ? 1 : -1));
  return newest ? { names: fields.map(([name]) => name), standing: newest } : null;
}

/** What of a change did not take effect. */
export function lostPart(letter: Pick<DeadLetter, 'notice' | 'entry'>): Record<string, unknown> {
  const lost = lostFields(letter);
  const { body } = letter.entry;
  return lost ? Object.fromEntries(Object.entries(body).filter(([name]) => lost.names.includes(name))) : body;
}
