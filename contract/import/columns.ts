/** By column, the headings that mean it, folded; the most reliable first. */
export type Headings<Column extends string> = Record<Column, readonly (string | RegExp)[]>;

/** By our column, the number of the file's column. */
export type Places<Column extends string> = Partial<Record<Column, number>>;

/** "E-Mail" → "email", "Order #" → "ordernumber", "Prénom" → "prenom". */
export const foldHeading = (heading: string): string =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('#', 'number')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The columns that their headings name. Of two that mean the same, the first. */
export function guessPlaces<Column extends string>(
  head: readonly string[],
  headings: Headings<Column>,
): Places<Column> {
  const names = head.map(foldHeading);
  const find = (known: string | RegExp) =>
    typeof known === 'string' ? names.indexOf(known) : names.findIndex((name) => known.test(name));
  return Object.fromEntries(
    Object.entries<readonly (string | RegExp)[]>(headings).flatMap(([column, known]) => {
      const at = known.map(find).find((place) => place >= 0);
      return at === undefined ? [] : [[column, at]];
    }),
  ) as Places<Column>; // of its columns
}
