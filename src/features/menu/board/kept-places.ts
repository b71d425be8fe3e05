/**
 * The chips of a line in order: present ones keep their places, and new ones come last. While the line is in use (`isHeld`), a chip
 * whose dish is back keeps its place too.
 */
export function keptPlaces(before: readonly string[], present: readonly string[], isHeld: boolean): string[] {
  const kept = isHeld ? before : before.filter((id) => present.includes(id));
  return [...kept, ...present.filter((id) => !kept.includes(id))];
}
