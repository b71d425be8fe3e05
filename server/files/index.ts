import { area } from '../area.ts';
import { openFiles } from '../platform/files/open-files.ts';
import { fileRoutes } from './routes.ts';
import { storageRoute } from './storage.ts';
import { sweepFiles } from './sweep.ts';
import { HOUR, MINUTE } from '../jobs/periodic.ts';

export const files = area({
  name: 'files',
  handlers: (services) => [...fileRoutes(services), storageRoute],
  periodic: ({ pools, env, log }) => [
    {
      name: 'sweep_files',
      everyMs: HOUR,
      firstAfterMs: MINUTE,
      async run(now) {
        const count = await sweepFiles(pools.owner, openFiles(env), now);
        if (count > 0) log.info('files_deleted', { count });
      },
    },
  ],
  tables: {
    // Their bytes are in the file; storing them again makes the rows.
    files: { key: 'id', leftOut: ['hash'], where: 'stored_at IS NOT NULL', isImported: false },
  },
});
