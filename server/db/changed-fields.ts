import { isDeepStrictEqual } from 'node:util';

/** The fields of `after` that differ from `before`; null if none does, so that nothing is written and no version raised. */
export function changedFields<T extends object>(before: T, after: T): Partial<T> | null {
  const differing = Object.entries(after).filter(([key, value]) => !isDeepStrictEqual(value, before[key as keyof T]));
  return differing.length > 0 ? (Object.fromEntries(differing) as Partial<T>) : null;
}
