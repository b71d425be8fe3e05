import { createHash, timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type pg from 'pg';
import type { PlainRoute } from '../area.ts';
import type { Pools } from '../db/open.ts';
import { refuse } from '../pipeline/handler.ts';
import { toPrometheus, type Metrics, type Sample } from '../platform/metrics.ts';

/** For Prometheus. Without METRICS_TOKEN there is no such page. */
export const metricsRoute: PlainRoute = {
  method: 'GET',
  path: '/metrics',
  name: 'system.metrics',
  async answer({ env, pools, gatherMetrics }, { request }) {
    if (env.metricsToken === null) return refuse('not_found');
    if (!isEqual(request.headers.get('Authorization') ?? '', `Bearer ${env.metricsToken}`))
      return refuse('unauthenticated');
    // While the database is down, the processes have still something to say.
    const ofDatabase = await readDatabase(pools.owner).catch(() => []);
    return new Response(toPrometheus([...(await gatherMetrics()), ...ofDatabase]), {
      headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control': 'no-store' },
    });
  },
};

/** Of equal length, so that the time tells nothing. */
const isEqual = (a: string, b: string) => timingSafeEqual(digest(a), digest(b));
const digest = (text: string) => createHash('sha256').update(text).digest();

/** Same for all processes: the queues, and how far standbys are behind, which only a superuser or a member of pg_monitor may read. */
async function readDatabase(owner: pg.Pool): Promise<Sample[]> {
  const { rows: queues } = await owner.query<{ queue: string; waiting: number; oldest: number }>(
    `SELECT q.name AS queue, count(j.id)::int AS waiting,
            coalesce(extract(epoch FROM now() - min(greatest(j.created_on, j.start_after))), 0)::float AS oldest
       FROM pgboss.queue q LEFT JOIN pgboss.job j ON j.name = q.name AND j.state < 'active' AND j.start_after <= now()
      WHERE q.name NOT LIKE '\\_\\_%' GROUP BY q.name`,
  );
  const { rows: standbys } = await owner.query<{ standby: string; lag: number }>(
    `SELECT application_name AS standby, extract(epoch FROM replay_lag)::float AS lag FROM pg_stat_replication
      WHERE replay_lag IS NOT NULL`,
  );
  return [
    ...queues.flatMap(({ queue, waiting, oldest }): Sample[] => [
      { family: 'galley_jobs_waiting', labels: { queue }, value: waiting },
      { family: 'galley_jobs_oldest_seconds', labels: { queue }, value: oldest },
    ]),
    ...standbys.map(({ standby, lag }): Sample => ({
      family: 'galley_replication_lag_seconds',
      labels: { standby },
      value: lag,
    })),
  ];
}

/** Adds what this process knows of itself: its event loop, its memory, its connections. */
export function watchProcess(metrics: Metrics, pools: Pools): { close(): void } {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  let before = performance.eventLoopUtilization();
  metrics.read(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    const [half, most] = [delay.percentile(50), delay.percentile(99)];
    delay.reset();
    const { rss, heapUsed } = process.memoryUsage();
    return [
      { family: 'galley_event_loop_delay_seconds', labels: { quantile: '0.5' }, value: half / 1e9 },
      { family: 'galley_event_loop_delay_seconds', labels: { quantile: '0.99' }, value: most / 1e9 },
      { family: 'galley_event_loop_utilization', labels: {}, value: utilization },
      { family: 'galley_memory_bytes', labels: { kind: 'resident' }, value: rss },
      { family: 'galley_memory_bytes', labels: { kind: 'heap' }, value: heapUsed },
      ...(['owner', 'app', 'accounts'] as const).flatMap((pool) => connectionsOf(pool, pools[pool])),
    ];
  });
  return { close: () => void delay.disable() };
}

function connectionsOf(pool: string, { totalCount, idleCount, waitingCount }: pg.Pool): Sample[] {
  const states = { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  return Object.entries(states).map(([state, value]) => ({
    family: 'galley_pool_connections',
    labels: { pool, state },
    value,
  }));
}
