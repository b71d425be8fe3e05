import type pg from 'pg';
import { BackupError } from './manifest.ts';

/**
 * Row-level security hides rows silently, even from the tables' owner. The owner's login sees all rows through its own policy
 * (server/db/roles.ts). Throws if this login sees only part of a table, which would otherwise be saved incompletely.
 */
export async function refuseHiddenRows(client: pg.ClientBase, tables: string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ANY($1) AND row_security_active(c.oid)
        AND (NOT EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid AND p.polpermissive AND p.polcmd IN ('*', 'r')
                            AND p.polroles && ARRAY[0, current_user::regrole]::oid[] AND pg_get_expr(p.polqual, p.polrelid) = 'true')
             OR EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid AND NOT p.polpermissive))
      ORDER BY c.relname`,
    [tables],
  );
  if (rows.length > 0)
    throw new BackupError(
      `The login of the database does not see all rows of ${rows.map(({ name }) => name).join(', ')}. Use the owner's login, the one of ` +
        'DATABASE_URL with which the server starts; a start of the server gives it the right to see them.',
    );
}
