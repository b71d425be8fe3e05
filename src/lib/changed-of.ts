/** Fields that differ from what is saved, so that what another device saves in the others stays. Empty and missing are the same. */
export const changedOf = <T extends object>(fields: Partial<T>, saved: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => JSON.stringify(value ?? '') !== JSON.stringify(saved[name as keyof T] ?? ''),
    ),
  ) as Partial<T>; // fields of it
