import { isDeepStrictEqual } from 'node:util';
import type { Row, Table } from '../../../contract/entity.ts';

/** One field of one edit that took effect at the server, wholly or in part. */
interface FieldEdit {
  key: string;
  value: unknown;
  /** The time that counts: when it was made, and never later than its arrival. Null: the server's clock went on while it arrived. */
  at: string | null;
  /** The value that its editor saw; undefined: not said. */
  expected: unknown;
  /** The server said that another value stands. */
  isLost: boolean;
  /** At which it took effect. */
  version: number;
}

/** Of one row's field: every edit of it. */
type Edits = Map<string, FieldEdit[]>;

/** R49 held against the server: reads along which edits took effect, and works out by itself which value has to stand. */
export interface FieldWatch {
  /** A push, and its answer; `from` and `to` are the server's time at both, epoch ms. */
  pushed(text: string, reply: { status: number; text: string }, time: { from: number; to: number }): void;
  /** Somebody else's edit took effect at this moment. */
  elsewhere(call: string, path: Record<string, string>, body: Record<string, unknown>, now: number): void;
  backUp(): void;
  restore(epoch: string): void;
  /** What is wrong about the rows as they stand in this history. */
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

/** `standing`: what a row says right now, where that can be asked. */
export function watchFields(standing: ((touch: string) => Row | null) | null): FieldWatch {
  const histories = new Map<string, Edits>();
  const firstSeen = new Map<string, number>();
  const wrong: string[] = [];
  let newest: string | null = null;
  const beforeAny: Edits = new Map();
  let backup: Edits = new Map();

  function editsOf(epoch: string): Edits {
    // Nobody says how the first history is called.
    const edits = histories.get(epoch) ?? (newest === null ? beforeAny : new Map<string, FieldEdit[]>());
    histories.set(epoch, edits);
    newest ??= epoch;
    return edits;
  }

  function note(edits: Edits, mutation: Omit<Mutation, 'mid'>, at: string | null, result: Result): void {
    const touch = rowOf(mutation);
    if (!touch) return;
    const lost = result.notice?.code === 'superseded' ? result.notice.fields : {};
    if (!lost) return void wrong.push(`R49 ${mutation.key} is superseded, and nobody says in which fields`);
    for (const [field, value] of Object.entries(mutation.body)) {
      if (ofOperation.has(field)) continue;
      const known = edits.get(`${touch} ${field}`) ?? [];
      edits.set(`${touch} ${field}`, known);
      const same = known.find(({ key }) => key === mutation.key);
      // Two of somebody else in one moment: the second one stands.
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

  /** The last edit of a field in a push stands now, or was told that it does not. */
  function wasTold(edits: Edits, mutations: Mutation[]): void {
    const last = new Map<string, Mutation>();
    for (const mutation of mutations)
      for (const field of Object.keys(mutation.body)) last.set(`${rowOf(mutation)} ${field}`, mutation);
    for (const [name, { key }] of last) {
      const edit = edits.get(name)?.find((known) => known.key === key);
      const [touch, field] = name.split(' ') as [string, string];
      const row = (standing?.(touch) ?? null) as Record<string, unknown> | null;
      if (edit && row && isPlain(field) && !edit.isLost && !isDeepStrictEqual(row[field], edit.value))
        wrong.push(`R49 ${key} sets ${field} of ${touch}, and it was not told that another value stands`);
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
        // One that a restore has taken away arrives later than it did the first time.
        note(edits, mutation, isPast ? iso(made) : isNow ? iso(Math.min(made || from, from)) : null, result);
        if (result.outcome === 'applied') fresh.push(mutation);
      }
      wasTold(edits, fresh);
    },
    elsewhere(call, path, body, now) {
      const edits = newest === null ? beforeAny : editsOf(newest);
      note(edits, { key: `elsewhere ${now}`, call, path, body }, iso(now), {
        mid: 0,
        outcome: 'duplicate',
        version: 0,
      });
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
  // Which of two stands cannot be told where one's time is not known.
  if (edits.some(({ at }) => at === null)) return [];
  const wrong: string[] = [];
  const isNewer = (a: FieldEdit, b: FieldEdit) => a.at! > b.at! || (a.at === b.at && a.key > b.key);
  const best = edits
    .filter((edit) => !edit.isLost)
    .reduce<FieldEdit | null>((one, other) => (one && isNewer(one, other) ? one : other), null);
  if (best && !isDeepStrictEqual(value, best.value))
    wrong.push(
      `R49 ${name} is ${JSON.stringify(value)}, the newest edit ${best.key} says ${JSON.stringify(best.value)}`,
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
    const wasAsked = edit.expected !== undefined;
    if (!wasAsked && !edits.some((other) => isNewer(other, edit)))
      wrong.push(`R49 ${edit.key} is said to have lost ${name}, and none is newer`);
  }
  return wrong;
}

/** A phone number is read before it is kept. */
const isPlain = (field: string) => field !== 'phone';

/** The row that an edit names; null: the call is no edit. */
function rowOf({ call, path }: Pick<Mutation, 'call' | 'path'>): string | null {
  const [table, param] = edited[call] ?? [];
  return table && param ? `${table}:${path[param]}` : null;
}

const edited: Record<string, [Table, string]> = {
  'menu.editItem': ['menu_items', 'itemId'],
  'menu.editCategory': ['menu_categories', 'categoryId'],
  'menu.editBook': ['menu_books', 'id'],
  'customers.edit': ['customers', 'id'],
};
const ofOperation = new Set(['occurred_at', 'op_id', 'was_offline', 'device_name', 'expected_price_amount']);
const iso = (ms: number) => new Date(ms).toISOString();
