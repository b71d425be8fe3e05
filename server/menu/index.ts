import { area } from '../area.ts';
import { openVision } from '../integrations/vision.ts';
import { openFiles } from '../platform/files/open-files.ts';
import { routes } from './routes.ts';
import { deleteOldUploads, failLostUploads } from './upload/old-uploads.ts';
import { menuJobs } from './upload/read-job.ts';
import { uploadFileRoutes } from './upload/routes.ts';
import { HOUR } from '../jobs/periodic.ts';

export const menu = area({
  name: 'menu',
  handlers: (services) => [...routes, ...uploadFileRoutes(services)],
  jobs: ({ pools, bus, log, env }) =>
    menuJobs({ pools, bus, log, files: openFiles(env), vision: openVision(env.vision) }),
  periodic: ({ pools, bus, log, jobs }) => [
    {
      name: 'menu_uploads',
      everyMs: HOUR,
      run: (now) => failLostUploads({ pools, bus, log, enqueue: jobs.enqueue }, now),
    },
  ],
  // Files whose upload never came.
  retention: [{ table: 'menu_sent_files', where: 'created_at < $1', days: 2 }],
  deleteOld: ({ env, ...services }, now) => deleteOldUploads({ ...services, files: openFiles(env) }, now),
  tables: {
    menu_books: { key: 'id', isImported: true },
    menu_categories: { key: 'id', isImported: true },
    menu_items: { key: 'id', isImported: true },
    modifier_groups: { key: 'id', isImported: true },
    sold_out_periods: { key: 'id', isImported: true },
    menu_uploads: { notExported: 'drafts; what was accepted is in the menu' },
    menu_upload_files: { notExported: 'files of drafts' },
    menu_sent_files: { notExported: 'files of drafts' },
  },
});
