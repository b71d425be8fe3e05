/** What goes wrong with the next requests to a test double. */
export interface Faults {
  /** Requests before them that are answered well. */
  skip: number;
  /** Requests that get no answer. */
  hang: number;
  /** Requests that get a 500 and have no effect. */
  fail: number;
  /** Requests that have their effect, and whose answer is a 500. */
  lose: number;
}

export const noFaults = (): Faults => ({ skip: 0, hang: 0, fail: 0, lose: 0 });

/** The fault of this request; counts it down. */
export function takeFault(faults: Faults): 'hang' | 'fail' | 'lose' | null {
  if (faults.skip > 0) {
    faults.skip -= 1;
    return null;
  }
  const kind = (['hang', 'fail', 'lose'] as const).find((one) => faults[one] > 0) ?? null;
  if (kind) faults[kind] -= 1;
  return kind;
}
