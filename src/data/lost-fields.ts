import type { StandingChange } from '../../contract/errors.ts';
import type { DeadLetter } from './db.ts';

/** The fields of a superseded mutation that kept another value, and the newest change of them. */
export interface LostFields {
  names: string[];
  standing: StandingChange;
}

/** Null if the server named no fields: the whole mutation was superseded. */
export function lostFields({ notice }: Pick<DeadLetter, 'notice'>): LostFields | null {
  const fields = Object.entries(notice?.fields ?? {});
  const [newest] = fields.map(([, standing]) => standing).toSorted((a, b) => (a.at < b.at ? 1 : -1));
  return newest ? { names: fields.map(([name]) => name), standing: newest } : null;
}

/** The part of a mutation that did not take effect. */
export function lostPart(deadLetter: Pick<DeadLetter, 'notice' | 'entry'>): Record<string, unknown> {
  const lost = lostFields(deadLetter);
  const { body } = deadLetter.entry;
  return lost ? Object.fromEntries(Object.entries(body).filter(([name]) => lost.names.includes(name))) : body;
}
