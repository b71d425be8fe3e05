export type Row = Record<string, unknown>;

/** A mutation as the one who judges it knows it. `at`: when the person did it, ISO; never later than it arrived. */
export interface Mutation {
  key: string;
  call: string;
  at: string;
  path: Record<string, string>;
  body: Record<string, unknown>;
}

/** What a device does not know of its restaurant is null there. */
export interface Context {
  deliveryType: string | null;
  /** The business day of an instant. */
  dayOf: ((instant: string) => string) | null;
}

/** What a mutation makes of a row. `unknown`: the specification leaves it open, or it is about something else. */
export type Verdict =
  | { kind: 'set'; row: Row }
  /** It changes nothing, and is no failure. */
  | { kind: 'same' }
  /** Somebody did it later: it changes nothing, and its sender is told. */
  | { kind: 'superseded' }
  | { kind: 'refused'; code: string }
  | { kind: 'unknown' };

export const set = (row: Row): Verdict => ({ kind: 'set', row });
export const same: Verdict = { kind: 'same' };
export const superseded: Verdict = { kind: 'superseded' };
export const refused = (code: string): Verdict => ({ kind: 'refused', code });
export const unknown: Verdict = { kind: 'unknown' };

/** The last one to be done stands, whichever arrives first; a tie goes to the greater id. */
export const isNewer = (mutation: Mutation, at: unknown, key: unknown): boolean =>
  typeof at !== 'string' || mutation.at > at || (mutation.at === at && mutation.key > (key as string));
