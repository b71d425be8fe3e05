import { isDeepStrictEqual } from 'node:util';
import type { Row as Synced, Table } from '../../../contract/entity.ts';
import { judgedOf } from '../oracle/judged.ts';
import { rules } from '../oracle/rules.ts';
import { isNewer, type Context, type Mutation, type Row } from '../oracle/verdict.ts';
import { differences } from './shown.ts';

export interface Decided {
  key: string;
  /** When the server decided it, ISO. */
  at: string;
  outcome: 'applied' | 'rejected';
  code: string | null;
  notice: string | null;
}

type Said = Omit<Mutation, 'at'>;
type Standing = { table: Table; row: Synced }[];

/** R50 at the server: what the mutations that it has accepted, in its order, make of the first rows. */
export interface AcceptedWatch {
  /** A mutation is on its way to the server. */
  sent(mutation: Said): void;
  /** `decided`: all of the history that stands; after a restore marks of what was read may have been cut to older messages. */
  faults(decided: Decided[], standing: Standing, hasRestored: boolean): string[];
}

/** `first`: the rows that stood before any mutation. */
export function watchAccepted(first: Standing): AcceptedWatch {
  const said = new Map<string, Said>();
  const restaurant = first.find(({ table }) => table === 'restaurants')!.row as unknown as Row;
  const context: Context = {
    deliveryType: restaurant['delivery_type'] as string,
    dayOf: dayIn(restaurant['timezone'] as string, restaurant['business_day_cutoff_time'] as string),
  };

  /** The row that a mutation is judged on. */
  function touchOf({ call, path, body }: Said): string {
    if (call === 'orders.create') return `orders:${body['id'] as string}`;
    if (call === 'chats.sendMessage') return `chats:${path['id']}`;
    const { table } = rules[call] ?? { table: '' };
    const id = table === 'restaurants' ? restaurant['id'] : table === 'menu_items' ? path['itemId'] : path['id'];
    return `${table}:${id as string}`;
  }

  return {
    sent: (mutation) => void said.set(mutation.key, mutation),
    faults(decided, standing, hasRestored) {
      const rows = new Map(first.map(({ table, row }) => [`${table}:${row.id}`, row as unknown as Row]));
      const open = new Set<string>();
      const wrong: string[] = [];
      for (const { key, at: arrived, outcome, code, notice } of decided) {
        const mutation = said.get(key);
        if (!mutation) continue;
        const touch = touchOf(mutation);
        const made = mutation.body['occurred_at'] as string | undefined;
        const told = { ...mutation, at: made !== undefined && made < arrived ? made : arrived };
        const before = rows.get(touch);
        if (outcome === 'applied' && mutation.call === 'orders.create') rows.set(touch, taken(told));
        else if (outcome === 'applied' && mutation.call === 'chats.sendMessage' && before)
          rows.set(touch, answered(before, told));
        const judge = rules[mutation.call];
        if (!judge || !before || open.has(touch)) continue;
        const verdict = judge.rule(before, told, context);
        const name = `${mutation.call} ${key} on ${touch}`;
        if (verdict.kind === 'unknown') open.add(touch);
        else if (outcome === 'rejected') {
          if (byRule.has(code ?? '') && verdict.kind !== 'refused')
            wrong.push(`R50 ${name}: refused as ${code}, the rules say ${verdict.kind}`);
        } else if (verdict.kind === 'refused') wrong.push(`R50 ${name}: taken, the rules refuse it as ${verdict.code}`);
        else if (verdict.kind === 'superseded' ? reported.has(mutation.call) && !notice : notice === 'superseded')
          wrong.push(`R50 ${name}: the server says ${notice ?? 'nothing'}, the rules say ${verdict.kind}`);
        if (outcome === 'applied' && verdict.kind === 'set') rows.set(touch, verdict.row);
      }
      for (const { table, row } of standing) {
        const touch = `${table}:${row.id}`;
        const expected = rows.get(touch);
        if (!expected || open.has(touch)) continue;
        const [wanted, found] = [expected, row as unknown as Row].map((one) => judgedOf(table, one)) as [Row, Row];
        if (hasRestored) for (const one of [wanted, found]) delete one['read_upto'];
        if (!isDeepStrictEqual(wanted, found))
          wrong.push(`R50 ${touch} is not what the accepted mutations make of it: ${differences(wanted, found)}`);
      }
      return wrong;
    },
  };
}

/** An order that was taken by hand is accepted. */
const taken = ({ at, body }: Mutation): Row => ({
  ...body,
  order_status: 'accepted',
  accepted_at: at,
  events: [],
});

/** Who answers silences the bot, and has read what stood above. */
function answered(chat: Row, mutation: Mutation): Row {
  const [seen, before] = [mutation.body['seen_inbound_at'], chat['read_upto']] as (string | null | undefined)[];
  const isPause = isNewer(mutation, chat['pause_changed_at'], chat['pause_op_id']);
  return {
    ...chat,
    ...(isPause ? { is_paused: true, pause_changed_at: mutation.at, pause_op_id: mutation.key } : {}),
    ...(seen && (!before || seen > before) ? { read_upto: seen } : {}),
  };
}

const byRule = new Set(['order_already_final', 'status_changed', 'transition_not_allowed', 'order_not_editable']);
/** The losing operation is reported, not dropped. */
const reported = new Set(['menu.setAvailability', 'orders.setOrdering', 'chats.pause', 'chats.resume']);

/** The business day of an instant: it ends at this hour of the next morning. */
function dayIn(timeZone: string, cutoff: string): (instant: string) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone });
  const [hours = 0, minutes = 0] = cutoff.split(':').map(Number);
  return (instant) => format.format(new Date(Date.parse(instant) - (hours * 60 + minutes) * 60_000));
}
