import { area } from '../area.ts';
import { BASE } from '../http/base.ts';
import { metricsRoute } from './metrics.ts';
import { systemRoutes } from './routes.ts';

export const system = area({
  name: 'system',
  handlers: systemRoutes,
  routes: [
    metricsRoute,
    // Whether this process answers, whatever its database does: a balancer that asks keeps it, and devices are told what is wrong.
    { method: 'GET', path: `${BASE}/health/live`, name: 'system.live', answer: () => Response.json({ status: 'ok' }) },
  ],
});
