/** Characters that are taken for one another at a glance, in small letters of a usual font. */
const groups = [
  ['0', 'o'],
  ['1', 'l', 'i'],
  ['3', 'e'],
  ['4', 'a'],
  ['5', 's'],
  ['8', 'b'],
  ['rn', 'm'],
  ['vv', 'w'],
] as const;

/** Names that look alike have the same skeleton: each group of characters is written as its last one. */
export const skeletonOf = (name: string): string =>
  groups.reduce((text, group) => group.reduce((before, one) => before.replaceAll(one, group.at(-1)!), text), name);

/** The names that `name` may be taken for: with up to two characters replaced by others of their groups. More is seen. */
export function similarNamesOf(name: string): string[] {
  const once = replacedOnce(name);
  const all = new Set([...once, ...once.flatMap(replacedOnce)]);
  all.delete(name);
  return [...all];
}

function replacedOnce(name: string): string[] {
  return groups.flatMap((group) =>
    group.flatMap((one) =>
      placesOf(name, one).flatMap((at) =>
        group.filter((other) => other !== one).map((other) => name.slice(0, at) + other + name.slice(at + one.length)),
      ),
    ),
  );
}

const placesOf = (name: string, part: string): number[] =>
  Array.from(name, (_, at) => at).filter((at) => name.startsWith(part, at));
