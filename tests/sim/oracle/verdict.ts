export type Row = Record<string, unknown>;

/** A mutation as the oracle knows it. `at`: when the person made it, ISO; never later than its arrival. */
export interface Mutation {
  key: string;
  call: string;
  at: string;
  path: Record<string, string>;
  body: Record<string, unknown>;
}

/** What a device does not know about its restaurant is null. */
export interface Context {
  deliveryType: string | null;
  /** The business day of an instant. */
  dayOf: ((instant: string) => string) | null;
}

/** What a mutation does to a row. `unknown`: not defined by the specification, or about another topic. */
export type Verdict =
  | { kind: 'set'; row: Row }
  /** Changes nothing and is not an error. */
  | { kind: 'same' }
  /** A later change wins: this one changes nothing, and its sender is told. */
  | { kind: 'superseded' }
  | { kind: 'refused'; code: string }
  | { kind: 'unknown' };

export const set = (row: Row): Verdict => ({ kind: 'set', row });
export const same: Verdict = { kind: 'same' };
export const superseded: Verdict = { kind: 'superseded' };
export const refused = (code: string): Verdict => ({ kind: 'refused', code });
export const unknown: Verdict = { kind: 'unknown' };

/** The mutation made last wins, whichever arrives first. The greater id breaks a tie. */
export const isNewer = (mutation: Mutation, at: unknown, key: unknown): boolean =>
  typeof at !== 'string' || mutation.at > at || (mutation.at === at && mutation.key > (key as string));
