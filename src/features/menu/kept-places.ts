/**
 * Which chips stand in a line, in which order: those of before keep their places and a new one comes last. While the line is held (a hand
 * is on it), one that has gone keeps its place too.
 */
export function keptPlaces(before: readonly string[], present: readonly string[], isHeld: boolean): string[] {
  const kept = isHeld ? before : before.filter((id) => present.includes(id));
  return [...kept, ...present.filter((id) => !kept.includes(id))];
}
