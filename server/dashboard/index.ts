import { area } from '../area.ts';
import { routes } from './routes.ts';
import { queueWeeklyReports, weeklyReportJobs } from './weekly-report.ts';
import { MINUTE } from '../jobs/periodic.ts';

export const dashboard = area({
  name: 'dashboard',
  handlers: routes,
  jobs: ({ mailers, env }) => weeklyReportJobs(mailers.reports, env),
  periodic: (services) => [
    { name: 'weekly_reports', everyMs: 5 * MINUTE, run: (now) => queueWeeklyReports(services, now) },
  ],
});
