import { area } from '../area.ts';
import { openFiles } from '../platform/files/open-files.ts';
import { deleteUnusedFiles } from './delete-unused.ts';
import { fileRoutes } from './routes.ts';
import { storageRoute } from './storage.ts';

export const files = area({
  name: 'files',
  handlers: (services) => [...fileRoutes(services), storageRoute],
  // What no row names any more. The store may be across the network, or down.
  jobs: ({ env }) => ({ 'files.forget': ({ key }) => openFiles(env).remove(key!) }),
  deleteOld: ({ pools, env }, now) => deleteUnusedFiles(pools.owner, openFiles(env), now),
  tables: {
    // Their bytes are in the file; storing them again makes the rows.
    files: { key: 'id', leftOut: ['hash'], where: 'stored_at IS NOT NULL', isImported: false },
  },
});
