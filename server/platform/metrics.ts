/** Every metric by name: its type, and what it says. docs/grafana-dashboard.json draws them. */
export const families = {
  galley_requests_total: ['counter', 'Requests by call and status'],
  galley_request_seconds: ['histogram', 'Time until a request was answered, by call'],
  galley_task_seconds: ['histogram', 'Duration of work that comes round by the clock, by task'],
  galley_task_failures_total: ['counter', 'Such work that ended with a fault'],
  galley_job_tries_total: ['counter', 'Tries of queued jobs by outcome: done, failed (tried again) or given_up'],
  galley_jobs_waiting: ['gauge', 'Jobs that are due, by queue'],
  galley_jobs_oldest_seconds: ['gauge', 'For how long the oldest of them has been due'],
  galley_event_loop_delay_seconds: ['gauge', 'Delay of the event loop since the last scrape, by quantile'],
  galley_event_loop_utilization: ['gauge', 'Share of time in which the event loop was busy since the last scrape'],
  galley_memory_bytes: ['gauge', 'Memory of the process by kind'],
  galley_pool_connections: ['gauge', 'Connections to PostgreSQL by pool and state; waiting are requests for one'],
  galley_streams: ['gauge', 'Open event streams of devices'],
  galley_replication_lag_seconds: ['gauge', 'How far a standby is behind, by its name'],
} as const satisfies Record<string, readonly ['counter' | 'gauge' | 'histogram', string]>;

export type MetricName = keyof typeof families;
export type Labels = Record<string, string>;
/** A value with its name, to which a histogram adds _bucket, _sum and _count. */
export interface Sample {
  family: MetricName;
  suffix?: '_bucket' | '_sum' | '_count';
  labels: Labels;
  value: number;
}

export interface Metrics {
  /** Raises a counter by one. */
  count(name: MetricName, labels: Labels): void;
  /** Adds a duration to a histogram. */
  observe(name: MetricName, labels: Labels, seconds: number): void;
  /** Adds values that are read when somebody asks. */
  read(source: () => readonly Sample[]): void;
  samples(): Sample[];
}

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

interface Kept {
  family: MetricName;
  labels: Labels;
  /** Of a histogram: how many were at most each of BUCKETS. */
  buckets: number[] | null;
  sum: number;
  count: number;
}

/** What one process counts, in memory. */
export function createMetrics(): Metrics {
  const kept = new Map<string, Kept>();
  const sources: (() => readonly Sample[])[] = [];

  function find(family: MetricName, labels: Labels, isHistogram: boolean): Kept {
    const key = `${family} ${Object.values(labels).join(' ')}`;
    const found = kept.get(key) ?? {
      family,
      labels,
      buckets: isHistogram ? BUCKETS.map(() => 0) : null,
      sum: 0,
      count: 0,
    };
    kept.set(key, found);
    return found;
  }

  return {
    count(name, labels) {
      find(name, labels, false).count += 1;
    },
    observe(name, labels, seconds) {
      const one = find(name, labels, true);
      one.sum += seconds;
      one.count += 1;
      for (const [i, most] of BUCKETS.entries()) if (seconds <= most) one.buckets![i]! += 1;
    },
    read: (source) => void sources.push(source),
    samples: () => [...[...kept.values()].flatMap(samplesOf), ...sources.flatMap((source) => source())],
  };
}

function samplesOf({ family, labels, buckets, sum, count }: Kept): Sample[] {
  if (!buckets) return [{ family, labels, value: count }];
  const bounds: [string, number][] = [
    ...BUCKETS.map((most, i): [string, number] => [String(most), buckets[i]!]),
    ['+Inf', count],
  ];
  return [
    ...bounds.map(([le, value]): Sample => ({ family, suffix: '_bucket', labels: { ...labels, le }, value })),
    { family, suffix: '_sum', labels, value: sum },
    { family, suffix: '_count', labels, value: count },
  ];
}

/** The text form of Prometheus, version 0.0.4. */
export function toPrometheus(samples: readonly Sample[]): string {
  const byFamily = Map.groupBy(samples, ({ family }) => family);
  return [...byFamily]
    .map(([family, own]) => {
      const [type, help] = families[family];
      const lines = own.map(({ suffix = '', labels, value }) => `${family}${suffix}${toText(labels)} ${value}`);
      return [`# HELP ${family} ${help}`, `# TYPE ${family} ${type}`, ...lines, ''].join('\n');
    })
    .join('');
}

function toText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
