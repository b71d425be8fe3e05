import { useState } from 'react';
import { changedOf } from '../../lib/changed-of.ts';

/** What a draft says, as a call takes it, or what is wrong with it, by field. */
export type Parsed<V, W> = { values: V } | { wrong: W };

export interface DraftForm<D, V, W> {
  /** The fields as they are typed. */
  draft: D;
  set: (patch: Partial<D>) => void;
  parsed: Parsed<V, W>;
  /** Of what is marked: nothing before the first try to send. */
  wrong: W | null;
  /** Marks from now on what is wrong. */
  mark: () => void;
  /** Marks what is wrong. The values to send; null: they cannot be sent. */
  check: () => V | null;
  /** What differs from when the form was opened, or from the row if that could not be sent: another device may have changed the rest. */
  changedIn: (values: V, row: object) => Partial<V>;
  /** Empties it for another. */
  restart: (draft: D) => void;
}

type ValuesIn<P> = P extends { values: infer V extends object } ? V : never;
type WrongIn<P> = P extends { wrong: infer W } ? W : never;

/** A form of a row, or of what is to become one. `parse` reads the draft with each change. */
export function useDraftForm<D extends object, P extends Parsed<object, unknown>>(
  start: D | (() => D),
  parse: (draft: D) => P,
): DraftForm<D, ValuesIn<P>, WrongIn<P>> {
  const [draft, setDraft] = useState<D>(start);
  const [isMarked, setIsMarked] = useState(false);
  const parsed = parse(draft) as Parsed<ValuesIn<P>, WrongIn<P>>; // what these two are made from
  const [opened] = useState(parsed);
  return {
    draft,
    set: (patch) => setDraft((before) => ({ ...before, ...patch })),
    parsed,
    wrong: isMarked && 'wrong' in parsed ? parsed.wrong : null,
    mark: () => setIsMarked(true),
    check() {
      setIsMarked(true);
      return 'values' in parsed ? parsed.values : null;
    },
    changedIn: (values, row) => changedOf(values, 'values' in opened ? opened.values : (row as ValuesIn<P>)),
    restart(next) {
      setDraft(next);
      setIsMarked(false);
    },
  };
}
