import { isDeepStrictEqual } from 'node:util';
import type { Row, Table } from '../../../contract/entity.ts';

/** One field of an edit that was applied at the server, wholly or partly. */
interface FieldEdit {
  key: string;
  value: unknown;
  /** When the edit was made, but not later than its arrival. Null if the server's clock advanced while it arrived. */
  at: string | null;
  /** The value that its editor saw; undefined if not sent. */
  expected: unknown;
  /** The server reported that another value stands. */
  isLost: boolean;
  /** Version at which it took effect. */
  version: number;
}

/** Edits by "touch field". */
type Edits = Map<string, FieldEdit[]>;

/** Checks R49 at the server: records the applied edits and computes independently which value must stand. */
export interface FieldWatch {
  /** A push and its reply. `from` and `to`: server time at both, epoch ms. */
  pushed(text: string, reply: { status: number; text: string }, time: { from: number; to: number }): void;
  /** An edit by somebody else took effect at this time. */
  elsewhere(call: string, path: Record<string, string>, body: Record<string, unknown>, now: number, key: string): void;
  /** These rows were deleted, or created anew without their edits. */
  replaced(touches: string[]): void;
  backUp(): void;
  restore(epoch: string): void;
  /** Violations in the rows of this epoch. */
  faults(epoch: string, rows: { table: Table; row: Row }[]): string[];
}

interface Mutation {
  mid: number;
  key: string;
  call: string;
  path: Record<string, string>;
  body: Record<string, unknown>;
}

interface Result {
  mid: number;
  outcome: 'applied' | 'duplicate' | 'rejected';
  version: number;
  first_outcome?: 'applied' | 'rejected';
  notice?: { code: string; fields?: Record<string, unknown> };
}

/** `standing`: reads the current row; null if the server cannot be queried synchronously. */
export function watchFields(standing: ((touch: string) => Row | null) | null): FieldWatch {
  const histories = new Map<string, Edits>();
  const firstSeen = new Map<string, number>();
  const wrong: string[] = [];
  /** Edits of rows that were replaced since: `touch field key`. Their repeats change nothing. */
  const replacedEdits = new Set<string>();
  let newest: string | null = null;
  const beforeAny: Edits = new Map();
  let backup: Edits = new Map();

  function editsOf(epoch: string): Edits {
    // The name of the first epoch is not known in advance.
    const edits = histories.get(epoch) ?? (newest === null ? beforeAny : new Map<string, FieldEdit[]>());
    histories.set(epoch, edits);
    newest ??= epoch;
    return edits;
  }

  function note(edits: Edits, mutation: Omit<Mutation, 'mid'>, at: string | null, result: Result): void {
    const touch = rowOf(mutation);
    if (!touch) return;
    const lost = result.notice?.code === 'superseded' ? result.notice.fields : {};
    if (!lost) return void wrong.push(`R49 ${mutation.key} is superseded, but the server does not name the fields`);
    for (const [field, value] of Object.entries(mutation.body)) {
      if (ofOperation.has(field)) continue;
      const known = edits.get(`${touch} ${field}`) ?? [];
      edits.set(`${touch} ${field}`, known);
      if (replacedEdits.has(`${touch} ${field} ${mutation.key}`)) continue;
      const same = known.find(({ key }) => key === mutation.key);
      // Two edits by somebody else at the same time: the second one stands.
      if (same && result.mid === 0) same.value = value;
      if (same) continue;
      const isLost = field in lost;
      known.push({
        key: mutation.key,
        value,
        at,
        expected: mutation.body[`expected_${field}`],
        isLost,
        version: result.version,
      });
    }
  }

  /** The last edit of a field in a push stands, or the server reported that it does not. */
  function checkReported(edits: Edits, mutations: Mutation[]): void {
    const last = new Map<string, Mutation>();
    for (const mutation of mutations)
      for (const field of Object.keys(mutation.body)) last.set(`${rowOf(mutation)} ${field}`, mutation);
    for (const [name, { key }] of last) {
      const edit = edits.get(name)?.find((known) => known.key === key);
      const [touch, field] = name.split(' ') as [string, string];
      const row = (standing?.(touch) ?? null) as Record<string, unknown> | null;
      if (edit && row && isPlain(field) && !edit.isLost && !isDeepStrictEqual(row[field], edit.value))
        wrong.push(`R49 ${key} sets ${field} of ${touch}, and the server did not report that another value is newer`);
    }
  }

  return {
    pushed(text, reply, { from, to }) {
      const { mutations } = JSON.parse(text) as { mutations: Mutation[] };
      for (const { key } of mutations) if (!firstSeen.has(key)) firstSeen.set(key, from);
      if (reply.status !== 200) return;
      const { epoch, results } = (JSON.parse(reply.text) as { data: { epoch: string; results: Result[] } }).data;
      const edits = editsOf(epoch);
      const fresh: Mutation[] = [];
      for (const result of results) {
        const mutation = mutations.find(({ mid }) => mid === result.mid);
        const isApplied =
          result.outcome === 'applied' || (result.outcome === 'duplicate' && result.first_outcome === 'applied');
        if (!mutation || !isApplied) continue;
        const made = Date.parse(mutation.body['occurred_at'] as string);
        const isPast = made <= firstSeen.get(mutation.key)!;
        const isNow = result.outcome === 'applied' && from === to;
        // An edit that a restore removed arrives again, later than the first time.
        note(edits, mutation, isPast ? iso(made) : isNow ? iso(Math.min(made || from, from)) : null, result);
        if (result.outcome === 'applied') fresh.push(mutation);
      }
      checkReported(edits, fresh);
    },
    elsewhere(call, path, body, now, key) {
      const edits = newest === null ? beforeAny : editsOf(newest);
      note(edits, { key, call, path, body }, iso(now), {
        mid: 0,
        outcome: 'duplicate',
        version: 0,
      });
    },
    replaced(touches) {
      const edits = newest === null ? beforeAny : editsOf(newest);
      for (const [name, known] of edits)
        if (touches.includes(name.split(' ')[0]!)) {
          for (const { key } of known) replacedEdits.add(`${name} ${key}`);
          edits.delete(name);
        }
    },
    backUp() {
      backup = structuredClone(newest === null ? beforeAny : editsOf(newest));
    },
    restore(epoch) {
      histories.set(epoch, structuredClone(backup));
      newest = epoch;
    },
    faults(epoch, rows) {
      const edits = histories.get(epoch) ?? new Map<string, FieldEdit[]>();
      const found = wrong.splice(0);
      for (const { table, row } of rows)
        for (const [name, known] of edits) {
          const [touch, field] = name.split(' ') as [string, string];
          if (touch === `${table}:${row.id}`)
            found.push(...judge(`${field} of ${touch}`, (row as unknown as Record<string, unknown>)[field], known));
        }
      return found;
    },
  };
}

function judge(name: string, value: unknown, edits: FieldEdit[]): string[] {
  // With an unknown time, it cannot be decided which edit stands.
  if (edits.some(({ at }) => at === null)) return [];
  const wrong: string[] = [];
  const isNewer = (a: FieldEdit, b: FieldEdit) => a.at! > b.at! || (a.at === b.at && a.key > b.key);
  const best = edits
    .filter((edit) => !edit.isLost)
    .reduce<FieldEdit | null>((one, other) => (one && isNewer(one, other) ? one : other), null);
  if (best && !isDeepStrictEqual(value, best.value))
    wrong.push(
      `R49 ${name} is ${JSON.stringify(value)}, the newest edit ${best.key} sets ${JSON.stringify(best.value)}`,
    );
  const wins = edits.filter(({ isLost }) => !isLost).toSorted((a, b) => a.version - b.version);
  for (const [n, { key, expected, value: own }] of wins.entries()) {
    const before = wins[n - 1]?.value;
    if (n > 0 && expected !== undefined && expected !== before && own !== before)
      wrong.push(
        `R49 ${key} overwrites ${JSON.stringify(before)} of ${name}, and its editor saw ${JSON.stringify(expected)}`,
      );
  }
  for (const edit of edits.filter(({ isLost }) => isLost)) {
    const hasExpectation = edit.expected !== undefined;
    if (!hasExpectation && !edits.some((other) => isNewer(other, edit)))
      wrong.push(`R49 ${edit.key} was reported as superseded in ${name}, but no edit is newer`);
  }
  return wrong;
}

/** The server normalises phone numbers. */
const isPlain = (field: string) => field !== 'phone';

/** The row that an edit names; null if the call is not an edit. */
function rowOf({ call, path }: Pick<Mutation, 'call' | 'path'>): string | null {
  const [table, param] = edited[call] ?? [];
  return table && param ? `${table}:${path[param]}` : null;
}

const edited: Record<string, [Table, string]> = {
  'menu.editItem': ['menu_items', 'itemId'],
  'menu.editCategory': ['menu_categories', 'categoryId'],
  'menu.editBook': ['menu_books', 'id'],
  'customers.edit': ['customers', 'id'],
  'reservations.edit': ['reservations', 'id'],
};
const ofOperation = new Set([
  'occurred_at',
  'op_id',
  'was_offline',
  'device_name',
  'expected_price_amount',
  'expected_variants',
]);
const iso = (ms: number) => new Date(ms).toISOString();
