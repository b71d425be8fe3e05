import pg from 'pg';

/**
 * Lets roles that may use the schema `pgboss` add jobs and nothing else: all restaurants' jobs are in one table, so only the owner may read
 * them. Adding a job returns its id. Changes nothing if all rights are there.
 */
export async function grantJobs(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<{ role: string; isRight: boolean }>(
    `SELECT grantee::regrole::text AS role, (SELECT bool_and(
        has_table_privilege(grantee, c.oid, 'SELECT') = (c.relname = 'queue')
        AND has_table_privilege(grantee, c.oid, 'INSERT') = (c.relname = ANY($1))
      ) FROM pg_class c WHERE c.relnamespace = 'pgboss'::regnamespace AND c.relkind IN ('r', 'p', 'v')) AS "isRight"
       FROM (SELECT DISTINCT grantee FROM pg_namespace, aclexplode(nspacl)
              WHERE nspname = 'pgboss' AND privilege_type = 'USAGE' AND grantee NOT IN (0, nspowner)) roles`,
    [jobTables],
  );
  if (rows.every(({ isRight }) => isRight)) return;
  const roles = rows.map(({ role }) => role).join(', ');
  const tables = jobTables.map((table) => `pgboss.${table}`).join(', ');
  const client = await owner.connect();
  try {
    // Two processes starting together would update the same catalog entries.
    await client.query(`
      BEGIN;
      SELECT pg_advisory_xact_lock(hashtext('galley grant jobs'));
      REVOKE ALL ON ALL TABLES IN SCHEMA pgboss FROM ${roles};
      GRANT SELECT ON pgboss.queue TO ${roles};
      GRANT INSERT, SELECT (id) ON ${tables} TO ${roles};
      COMMIT`);
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

/** The table that callers name, and its partition for queues without their own table. */
const jobTables = ['job', 'job_common'];
