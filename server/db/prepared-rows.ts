import { fillPlaceholders, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Tx } from './tx.ts';

interface PreparedOptions<Row, More extends string> {
  /** Of the prepared statement: one for each text. */
  name: string;
  columns: { [Key in keyof Row]: PgColumn };
  /** Values besides the columns, the same in each row; they arrive as PostgreSQL writes them. */
  more: Record<More, SQL>;
  /** The statement, with `sql.placeholder` for what differs between requests. It selects `fields`. */
  build(fields: Record<string, PgColumn | SQL>): { toSQL(): { sql: string; params: unknown[] } };
}

/**
 * Reads rows that devices ask for all the time. The statement is built once in this process and planned once for each connection; Drizzle
 * builds it for each request, and finds out for each value how to read it.
 */
export function preparedRows<Row extends object, More extends string>({
  name,
  columns,
  more,
  build,
}: PreparedOptions<Row, More>): (
  db: Tx,
  values: Record<string, unknown>,
) => Promise<{ rows: Row[]; more: Record<More, string> | null }> {
  const { sql: text, params } = build({ ...columns, ...more }).toSQL();
  const readers = Object.entries<PgColumn>(columns).map(([key, column]) => ({ key, read: readerOf(column) }));
  const others = Object.keys(more) as More[];
  return async (db, values) => {
    // Every transaction of a request has it; the type leaves it out for transactions inside of others.
    const { $client } = db as Tx & { $client: pg.ClientBase };
    const query = { name, text, values: fillPlaceholders(params, values), rowMode: 'array' as const, types };
    const { rows } = await $client.query<unknown[]>(query);
    const [first] = rows;
    return {
      rows: rows.map((cells) => {
        const row: Record<string, unknown> = {};
        for (const [n, { key, read }] of readers.entries())
          row[key] = read && cells[n] !== null ? read(cells[n]) : cells[n];
        return row as Row;
      }),
      more: first
        ? (Object.fromEntries(others.map((key, n) => [key, first[readers.length + n]])) as Record<More, string>)
        : null,
    };
  };
}

/** Undefined: as the driver reads it. */
function readerOf(column: PgColumn): ((value: unknown) => unknown) | undefined {
  if (column.dataType === 'custom' && column.getSQLType() === INSTANT) return (value) => readInstant(String(value));
  if (column.dataType === 'string' || column.dataType === 'boolean') return undefined;
  return (value) => column.mapFromDriverValue(value);
}

const INSTANT = 'timestamp(3) with time zone';

/** "2026-11-20 18:30:00.5+00", as a server whose time zone is UTC writes it; others take the longer way. */
function readInstant(written: string): string {
  if (written.length < 22 || !written.endsWith('+00')) return new Date(written).toISOString();
  return `${written.slice(0, 10)}T${written.slice(11, 19)}.${written.slice(20, -3).padEnd(3, '0')}Z`;
}

const { TIMESTAMPTZ, DATE } = pg.types.builtins;

type TypeId = Parameters<typeof pg.types.getTypeParser>[0];

/** Times and dates stay text. */
const types = {
  getTypeParser: (oid: TypeId, format?: 'text' | 'binary') =>
    oid === TIMESTAMPTZ || oid === DATE ? (value: string) => value : pg.types.getTypeParser(oid, format),
};
