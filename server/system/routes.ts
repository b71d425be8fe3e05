import { SCHEMA } from '../../contract/sync/calls.ts';
import { health as healthCall } from '../../contract/system/calls.ts';
import { lastBackupAt } from '../backup/folder.ts';
import { defineHandler, refuse, type Handler } from '../pipeline/handler.ts';
import type { Services } from '../pipeline/services.ts';
import { openFiles } from '../platform/files/open-files.ts';
import { describeFault } from '../platform/log.ts';
import { version } from '../platform/version.ts';
import { LoginFault, watchLogins } from './watch-logins.ts';

/** 503 `disk_full`, even if the database is down because of it; 503 `database_down`, also if a role of the API cannot log in; else 200. */
export function systemRoutes({ disk, log, mail, pools, clock }: Services): Handler[] {
  const tryLogins = watchLogins({ pools, clock });
  const health = defineHandler(healthCall, async (c) => {
    try {
      await tryLogins();
    } catch (fault) {
      const role = fault instanceof LoginFault ? fault.role : null;
      log.warn('database_down', { role, ...describeFault(fault) });
      return refuse(disk.isCauseOf(fault) ? 'disk_full' : 'database_down');
    }
    if (disk.isFull()) return refuse('disk_full');
    const last = await lastBackupAt(c.env.dataDir);
    return {
      status: 'ok' as const,
      database: 'ok' as const,
      schema: SCHEMA,
      version,
      last_backup_at: last?.toISOString() ?? null,
      mail_down_since: mail.downSince()?.toISOString() ?? null,
      files_fault: openFiles(c.env).fault(),
    };
  });
  return [health];
}
