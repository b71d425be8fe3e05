/** Sums of many histories; plain data, so that it passes between threads. */
export interface Tally {
  histories: number;
  /** Operations: what people did, what others did, and what was made to go wrong. */
  operations: number;
  counts: Record<string, number>;
  failures: Failure[];
}

export interface Failure {
  seed: number;
  server: 'model' | 'api';
  operations: number;
  violations: string[];
}

export const newTally = (): Tally => ({ histories: 0, operations: 0, counts: {}, failures: [] });

export function add(to: Tally, from: Tally): void {
  to.histories += from.histories;
  to.operations += from.operations;
  to.failures.push(...from.failures);
  for (const [name, n] of Object.entries(from.counts)) to.counts[name] = (to.counts[name] ?? 0) + n;
}

/** What must have happened at least once in a long walk: one in which nothing happens proves nothing. */
const needed = [
  'saved',
  'not kept',
  'left behind',
  'ended done',
  'ended dead',
  'ended withdrawn',
  'ended replaced',
  'ended dealt with',
  'made good',
  'dealt twice',
  'load purged',
  'resent',
  'fault 401',
  'network answer lost',
  'network reordered',
  'network late duplicate',
  'poison once',
  'poison stored',
  'freeze',
  'steal lock',
  'kill tab',
  'kill server',
  'quota',
  'connection lost',
  'power lost',
  'partition',
  'status',
  'upgrade',
  'purge',
  'restore',
  'logout',
  'other user',
  'evict',
  'clock jump',
] as const;

/** From how many operations on all of it is asked for. */
export const LONG_HISTORY = 10_000;

/** Answers what a walk of this length should have met and has not. */
export function idleness({ operations, counts }: Pick<Tally, 'operations' | 'counts'>): string[] {
  const asked =
    operations >= LONG_HISTORY ? needed : operations >= 1000 ? (['saved', 'ended done', 'resent'] as const) : [];
  return asked.filter((name) => !counts[name]);
}

export const list = (numbers: Record<string, number>) =>
  Object.entries(numbers)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
