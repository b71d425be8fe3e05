import { isDeepStrictEqual } from 'node:util';
import type { Row as Synced, Table } from '../../../contract/entity.ts';
import { judgedOf } from '../oracle/judged.ts';
import { findOtherParty, keepsTables, makeReservation } from '../oracle/reservation.ts';
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

type SentMutation = Omit<Mutation, 'at'>;
type Standing = { table: Table; row: Synced }[];

/** R50 at the server: applies the accepted mutations to the first rows, in the server's order, by the oracle's rules. */
export interface AcceptedWatch {
  /** Records a mutation that is sent to the server. */
  sent(mutation: SentMutation): void;
  /**
   * `decided`: all decisions of the current epoch. After a restore, read marks are not compared: they may have been cut to older messages.
   */
  faults(decided: Decided[], standing: Standing, hasRestored: boolean): string[];
}

/** `first`: the rows before any mutation. */
export function watchAccepted(first: Standing): AcceptedWatch {
  const sentMutations = new Map<string, SentMutation>();
  const restaurant = first.find(({ table }) => table === 'restaurants')!.row as unknown as Row;
  const context: Context = {
    deliveryType: restaurant['delivery_type'] as string,
    dayOf: dayIn(restaurant['timezone'] as string, restaurant['business_day_cutoff_time'] as string),
  };

  /** The row that the oracle judges. */
  function touchOf({ call, path, body }: SentMutation): string {
    if (call === 'orders.create' || call === 'reservations.create')
      return `${call.split('.')[0]}:${body['id'] as string}`;
    if (call === 'chats.sendMessage') return `chats:${path['id']}`;
    const { table } = rules[call] ?? { table: '' };
    const names: Record<string, string> = { menu_items: 'itemId', modifier_groups: 'groupId' };
    const id = table === 'restaurants' ? restaurant['id'] : path[names[table] ?? 'id'];
    return `${table}:${id as string}`;
  }

  return {
    sent: (mutation) => void sentMutations.set(mutation.key, mutation),
    faults(decided, standing, hasRestored) {
      const rows = new Map(first.map(({ table, row }) => [`${table}:${row.id}`, row as unknown as Row]));
      const open = new Set<string>();
      const wrong: string[] = [];
      const made = new Set([...sentMutations.values()].map(({ body }) => body['id']));
      /** What became of the reservations of guests in between is not known. */
      const hasGuests = standing.some(({ table, row }) => table === 'reservations' && !made.has(row.id));
      const partiesOf = () => [...rows].flatMap(([touch, row]) => (touch.startsWith('reservations:') ? [row] : []));

      /** Nobody gets a table that another party has, and nobody is refused one that is free. */
      function judgeTable(name: string, party: Row, { at, outcome, code }: Decided, before?: Row): void {
        const had = before && keepsTables(before, at) ? (before['table_ids'] as string[]) : [];
        const asPlanned = had.length > 0 && (party['table_ids'] as string[]).every((table) => had.includes(table));
        const other = findOtherParty(party, partiesOf(), at, { asPlanned });
        if (outcome === 'applied' && other)
          wrong.push(`R50 ${name}: applied, but reservation ${String(other['id'])} has the table`);
        if (code === 'table_taken' && !other && !hasGuests)
          wrong.push(`R50 ${name}: refused as ${code}, the table is free`);
      }

      for (const decision of decided) {
        const { key, at: arrived, outcome, code, notice } = decision;
        const mutation = sentMutations.get(key);
        if (!mutation) continue;
        const touch = touchOf(mutation);
        const made = mutation.body['occurred_at'] as string | undefined;
        const timed = { ...mutation, at: made !== undefined && made < arrived ? made : arrived };
        const before = rows.get(touch);
        if (outcome === 'applied' && mutation.call === 'orders.create') rows.set(touch, createdRow(timed));
        else if (outcome === 'applied' && mutation.call === 'chats.sendMessage' && before)
          rows.set(touch, answered(before, timed));
        else if (mutation.call === 'reservations.create') {
          const party = makeReservation(timed);
          judgeTable(`${mutation.call} ${key}`, party, decision);
          if (outcome === 'applied') rows.set(touch, party);
        }
        const judge = rules[mutation.call];
        if (!judge || !before || open.has(touch)) continue;
        const verdict = judge.rule(before, timed, context);
        const name = `${mutation.call} ${key} on ${touch}`;
        if (verdict.kind === 'unknown') open.add(touch);
        else if (outcome === 'rejected') {
          if (byRule.has(code ?? '') && verdict.kind !== 'refused')
            wrong.push(`R50 ${name}: refused as ${code}, the rules say ${verdict.kind}`);
        } else if (verdict.kind === 'refused')
          wrong.push(`R50 ${name}: applied, the rules refuse it as ${verdict.code}`);
        else if (
          verdict.kind === 'superseded'
            ? reported.has(mutation.call) && !notice
            : notice === 'superseded' && mutation.call !== 'reservations.edit'
        )
          wrong.push(`R50 ${name}: the server says ${notice ?? 'nothing'}, the rules say ${verdict.kind}`);
        if (verdict.kind === 'set' && judge.table === 'reservations') judgeTable(name, verdict.row, decision, before);
        if (outcome === 'applied' && verdict.kind === 'set') rows.set(touch, verdict.row);
      }
      for (const { table, row } of standing) {
        const touch = `${table}:${row.id}`;
        const expected = rows.get(touch);
        if (!expected || open.has(touch)) continue;
        const [wanted, found] = [expected, row as unknown as Row].map((one) => judgedOf(table, one)) as [Row, Row];
        if (hasRestored) for (const one of [wanted, found]) delete one['read_upto'];
        if (!isDeepStrictEqual(wanted, found))
          wrong.push(
            `R50 ${touch} differs from the accepted mutations applied in order: ${differences(wanted, found)}`,
          );
      }
      return wrong;
    },
  };
}

/** A manual order starts as accepted. */
const createdRow = ({ at, body }: Mutation): Row => ({
  ...body,
  order_status: 'accepted',
  accepted_at: at,
  events: [],
});

/** A reply pauses the bot and marks the messages that its author saw as read. */
function answered(chat: Row, mutation: Mutation): Row {
  const [seen, before] = [mutation.body['seen_inbound_at'], chat['read_upto']] as (string | null | undefined)[];
  const isPause = isNewer(mutation, chat['pause_changed_at'], chat['pause_op_id']);
  return {
    ...chat,
    ...(isPause ? { is_paused: true, pause_changed_at: mutation.at, pause_op_id: mutation.key } : {}),
    ...(seen && (!before || seen > before) ? { read_upto: seen } : {}),
  };
}

const byRule = new Set([
  'order_already_final',
  'status_changed',
  'transition_not_allowed',
  'order_not_editable',
  'reservation_already_final',
]);
/** Calls whose superseded mutations must be reported. */
const reported = new Set([
  'menu.setAvailability',
  'menu.setModifierAvailability',
  'orders.setOrdering',
  'chats.pause',
  'chats.resume',
]);

/** The business day of an instant. It ends at the cutoff time of the next morning. */
function dayIn(timeZone: string, cutoff: string): (instant: string) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone });
  const [hours = 0, minutes = 0] = cutoff.split(':').map(Number);
  return (instant) => format.format(new Date(Date.parse(instant) - (hours * 60 + minutes) * 60_000));
}
