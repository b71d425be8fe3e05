/** Totals of many histories, as plain data that can be sent between threads. */
export interface Tally {
  histories: number;
  /** Actions of people, actions of others, and faults. */
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

/** What must happen at least once in a long simulation. If nothing happens, the simulation proves nothing. */
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

/** Number of operations from which on all of it is required. */
export const LONG_HISTORY = 10_000;

/** Returns what should have happened in this many operations but did not. */
export function idleness({ operations, counts }: Pick<Tally, 'operations' | 'counts'>): string[] {
  const required =
    operations >= LONG_HISTORY ? needed : operations >= 1000 ? (['saved', 'ended done', 'resent'] as const) : [];
  return required.filter((name) => !counts[name]);
}

export const list = (numbers: Record<string, number>) =>
  Object.entries(numbers)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
