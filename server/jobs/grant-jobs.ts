import pg from 'pg';

/**
 * Lets the roles that may use the schema `pgboss` add jobs and nothing else: every restaurant's jobs stand in one table, so what is in them
 * is for the owner alone. Of a job its adder reads back the id. Changes nothing when all is in place.
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
    // Two processes that start at once would change the same entries of the catalogue.
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

/** The table that callers name, and the part of it in which the jobs of queues without a table of their own stand. */
const jobTables = ['job', 'job_common'];
