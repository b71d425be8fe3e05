import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { StartError } from '../platform/start-error.ts';

/** How a role's statements reach PostgreSQL. */
export interface Route {
  /** Through PgBouncer or its like, which gives each transaction any session and takes no settings at the start of a connection. */
  isPooled: boolean;
  /** A statement that was prepared under a name is found under it again. */
  keepsNames: boolean;
}

export const DIRECT: Route = { isPooled: false, keepsNames: true };

/** Tries it with a connection. A role that cannot log in has no pooler: the start makes it, or explains why not. */
export async function findRoute(config: pg.ClientConfig): Promise<Route> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 10_000 });
  // A pooler keeps the session, and another start may get it.
  const name = `find_route_${randomBytes(4).toString('hex')}`;
  client.on('error', () => {}); // the running statement reports it
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number; has_name: boolean }>({
      name,
      text: 'SELECT pg_backend_pid() AS pid, EXISTS (SELECT 1 FROM pg_prepared_statements WHERE name = $1) AS has_name',
      values: [name],
    });
    const { pid, has_name: hasName } = rows[0]!;
    // A pooler hands out process ids of its own. From 1.21 on, PgBouncer keeps names and has others for them at PostgreSQL.
    if ((client as pg.Client & { processID?: number }).processID === pid) return DIRECT;
    return { isPooled: true, keepsNames: !hasName };
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('28')) return DIRECT;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Migrations and the queue hold locks of a session, and pokes are heard by one. */
export function refusePooledOwner({ isPooled }: Route): void {
  if (isPooled)
    throw new StartError(
      'DATABASE_URL: this is the address of a pooler (such as PgBouncer), through which locks and notifications of a session are lost; ' +
        'name PostgreSQL itself here, and the pooler only in DATABASE_APP_URL and DATABASE_AUTH_URL.',
    );
}

/** The same statements, without the names that would be unknown in another session. They are planned each time. */
export class NamelessClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((first: unknown, ...rest: unknown[]) =>
      query(isNamed(first) ? { ...first, name: undefined } : first, ...rest)) as typeof this.query;
  }
}

const isNamed = (query: unknown): query is { name: string } =>
  typeof query === 'object' && query !== null && 'name' in query && !('submit' in query);

/** Limits of a role that a pooler does not pass on: PostgreSQL gives them to each session of the role. `limits`: setting to ms. */
export async function limitRole(owner: pg.Pool, user: string, limits: Record<string, number>): Promise<void> {
  const { rows } = await owner.query<{ settings: string[] | null }>(
    'SELECT rolconfig AS settings FROM pg_roles WHERE rolname = $1',
    [user],
  );
  const missing = Object.entries(limits).filter(([name, ms]) => !(rows[0]?.settings ?? []).includes(`${name}=${ms}`));
  if (missing.length === 0) return;
  const sql = missing.map(([name, ms]) => `ALTER ROLE ${pg.escapeIdentifier(user)} SET ${name} = ${ms}`).join('; ');
  try {
    await owner.query(sql);
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new StartError(
      `DATABASE_APP_URL, DATABASE_AUTH_URL: the pooler passes no limits on to "${user}", and the role of DATABASE_URL may not set them; ` +
        `let the administrator of the server run ${sql}.`,
      { cause: error },
    );
  }
}
