import type pg from 'pg';
import { tables } from '../../../contract/entity.ts';

/** SQLSTATE of injected faults. It tells them from the API's own errors in the log. */
const SICK = 'SIM01';

/** Installs a fault: PostgreSQL fails on writes of the rows in sim_sick. The sequence counts failures across rollbacks. */
export async function installSickness(owner: pg.Pool): Promise<void> {
  await owner.query(`
    CREATE TABLE sim_sick (id uuid PRIMARY KEY, until bigint);
    CREATE SEQUENCE sim_failures;
    CREATE FUNCTION sim_fail() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    DECLARE last bigint;
    BEGIN
      SELECT until INTO last FROM sim_sick WHERE id = NEW.id;
      IF FOUND AND nextval('sim_failures') <= last THEN
        RAISE EXCEPTION 'the row is sick' USING ERRCODE = '${SICK}';
      END IF;
      RETURN NEW;
    END $$;
    ${tables.map((table) => `CREATE TRIGGER sim_fail BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION sim_fail();`).join('\n')}
  `);
}

/** Makes the next `times` writes of sick rows fail. */
export async function makeSick(owner: pg.Pool, id: string, times: number): Promise<void> {
  await owner.query(
    `INSERT INTO sim_sick (id, until) SELECT $1, nextval('sim_failures') + $2 ON CONFLICT (id) DO UPDATE SET until = excluded.until`,
    [id, times],
  );
}

export async function cure(owner: pg.Pool, ids: string[]): Promise<void> {
  if (ids.length > 0) await owner.query('DELETE FROM sim_sick WHERE id = ANY($1)', [ids]);
}

export interface Sickness {
  /** Judges what the API has logged since the last call: its own errors, and violations concerning injected faults. */
  judge(lines: string[]): string[];
}

/** R12: the API refuses a mutation only at its second error. */
export function watchSickness(): Sickness {
  let first = 0;
  const refused = new Set<string | undefined>();
  return {
    judge(lines) {
      const isSick = (line: string) => line.includes(SICK);
      for (const line of lines.filter(isSick)) {
        // A crash may undo the refusal, so it is logged again; the set counts it once.
        if (line.startsWith('mutation_poisoned')) refused.add(/"key":"(.*?)"/.exec(line)?.[1]);
        else first += 1;
      }
      const hasty = refused.size > first ? ['R12 a change is refused at the first fault'] : [];
      return [...lines.filter((line) => !isSick(line)), ...hasty];
    },
  };
}
