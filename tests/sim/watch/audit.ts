import type pg from 'pg';
import { tables, type Table } from '../../../contract/entity.ts';

/** One change of a synced row, as a trigger in PostgreSQL saw it. */
export interface Audited {
  seq: number;
  table: Table;
  id: string;
  version: number;
  isDeleted: boolean;
}

/** The stored result of a mutation. */
export interface Processed {
  key: string;
  clientId: string;
  mid: number | null;
  outcome: 'applied' | 'rejected';
  version: number;
  isSuperseded: boolean;
  /** Error code of a refusal. */
  code: string | null;
}

/** Installs a trigger on each synced table. It shares no code with the API. */
export async function installAudit(owner: pg.Pool): Promise<void> {
  await owner.query(`
    CREATE TABLE sim_audit (seq bigserial PRIMARY KEY, restaurant_id uuid, tbl text, id uuid, version bigint, is_deleted boolean);
    CREATE INDEX ON sim_audit (restaurant_id, seq);
    CREATE FUNCTION sim_witness() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      INSERT INTO sim_audit (restaurant_id, tbl, id, version, is_deleted)
        VALUES (NEW.restaurant_id, TG_TABLE_NAME, NEW.id, NEW.version, NEW.deleted_at IS NOT NULL);
      RETURN NULL;
    END $$;
    CREATE TABLE sim_processed (seq bigserial PRIMARY KEY, restaurant_id uuid, key uuid);
    CREATE FUNCTION sim_process() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      INSERT INTO sim_processed (restaurant_id, key) VALUES (NEW.restaurant_id, NEW.key);
      RETURN NULL;
    END $$;
    CREATE TRIGGER sim_process AFTER INSERT ON mutation_results FOR EACH ROW EXECUTE FUNCTION sim_process();
    ${tables.map((table) => `CREATE TRIGGER sim_witness AFTER INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION sim_witness();`).join('\n')}
  `);
}

export async function readAudit(owner: pg.Pool, restaurantId: string, after: number): Promise<Audited[]> {
  const { rows } = await owner.query(
    'SELECT seq, tbl, id, version, is_deleted FROM sim_audit WHERE restaurant_id = $1 AND seq > $2 ORDER BY seq',
    [restaurantId, after],
  );
  return rows.map((row) => audited(row as AuditRow));
}

interface AuditRow {
  seq: string;
  tbl: string;
  id: string;
  version: string;
  is_deleted: boolean;
}

const audited = ({ seq, tbl, id, version, is_deleted }: AuditRow): Audited => ({
  seq: Number(seq),
  table: tbl as Table,
  id,
  version: Number(version),
  isDeleted: is_deleted,
});

/** The current rows as if just written. After a restore, no trigger has seen them. */
export async function readStanding(owner: pg.Pool, restaurantId: string): Promise<Audited[]> {
  const { rows } = await owner.query<AuditRow>(
    tables
      .map(
        (table) => `SELECT '${table}' AS tbl, id, version, deleted_at IS NOT NULL AS is_deleted,
          (SELECT coalesce(max(seq), 0) FROM sim_audit) AS seq FROM ${table} WHERE restaurant_id = $1`,
      )
      .join(' UNION ALL '),
    [restaurantId],
  );
  return rows.map((row) => audited(row));
}

/** Results of the current epoch, in the order in which the server decided them. */
export async function readDecided(
  owner: pg.Pool,
  restaurantId: string,
): Promise<{ key: string; at: string; outcome: 'applied' | 'rejected'; code: string | null; notice: string | null }[]> {
  const { rows } = await owner.query(
    `SELECT m.key, to_char(m.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, m.outcome,
            m.error->>'code' AS code, m.notice->>'code' AS notice
       FROM mutation_results m JOIN (SELECT key, max(seq) AS seq FROM sim_processed WHERE restaurant_id = $1 GROUP BY key) p USING (key)
      WHERE m.restaurant_id = $1 ORDER BY p.seq`,
    [restaurantId],
  );
  return rows as Awaited<ReturnType<typeof readDecided>>;
}

export async function readProcessed(owner: pg.Pool, restaurantId: string): Promise<Processed[]> {
  const { rows } = await owner.query(
    'SELECT key, client_id, mid, outcome, version, notice, error FROM mutation_results WHERE restaurant_id = $1 ORDER BY client_id, mid',
    [restaurantId],
  );
  return rows.map((row) => ({
    key: row.key as string,
    clientId: row.client_id as string,
    mid: row.mid === null ? null : Number(row.mid),
    outcome: row.outcome as Processed['outcome'],
    version: Number(row.version),
    isSuperseded: (row.notice as { code?: string } | null)?.code === 'superseded',
    code: (row.error as { code?: string } | null)?.code ?? null,
  }));
}
