import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import * as contract from '../../contract/account/calls.ts';
import { noteAuth } from '../auth/events.ts';
import { limits } from '../pipeline/limits.ts';
import { tooMany } from '../auth/too-many.ts';
import { take } from '../db/rate-limits.ts';
import { defineHandlerWithoutTransaction, type Handler } from '../pipeline/handler.ts';
import type { Services } from '../pipeline/services.ts';
import { openFiles } from '../platform/files/open-files.ts';
import { proveOwner } from '../auth/prove-owner.ts';
import { temporaryFile } from './temporary-file.ts';
import { writeExport } from './write-export.ts';

export const exportRoutes = ({ pools, env }: Pick<Services, 'pools' | 'env'>): Handler[] => [
  defineHandlerWithoutTransaction(contract.exportData, async (c) => {
    const refused = await proveOwner(c, c.body.current_password);
    if (refused) return refused;
    const { restaurantId } = c.session;
    const exceeded = await take(c.accounts, limits.dataExports, restaurantId, c.now);
    if (exceeded) return tooMany(c, c.user.email, exceeded);
    const path = await temporaryFile(env, c.now);
    try {
      await writeExport(path, {
        pool: pools.app,
        store: openFiles(env),
        restaurantId,
        userId: c.user.id,
        now: c.now,
      });
      const { size } = await stat(path);
      noteAuth(c, 'data_exported', c.user.email, { bytes: size });
      const name = `galley-export-${c.now.toISOString().slice(0, 10)}.tar.gz`;
      return new Response(Readable.toWeb(readOnce(path)) as ReadableStream, {
        headers: {
          'Content-Type': 'application/gzip',
          'Content-Length': String(size),
          'Content-Disposition': `attachment; filename="${name}"`,
        },
      });
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }) as Handler,
];

/** The file's bytes; deletes it afterwards, also when nobody reads to the end. */
function readOnce(path: string): Readable {
  const bytes = createReadStream(path);
  bytes.on('close', () => void rm(path, { force: true }));
  return bytes;
}
