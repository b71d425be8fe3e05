/**
 * Fields that differ from those before, so that what another device saves in the others stays. Empty and missing are the same. A form
 * compares with what it read when it was opened, not with the row: a control may not show all that a value holds, such as seconds.
 */
export const changedOf = <T extends object>(fields: Partial<T>, before: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => JSON.stringify(value ?? '') !== JSON.stringify(before[name as keyof T] ?? ''),
    ),
  ) as Partial<T>; // fields of it
