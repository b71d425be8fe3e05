import type { Row } from '../../../../contract/entity.ts';
import type { Order } from '../../../../contract/orders/calls.ts';
import * as payments from '../../../../contract/payments/calls.ts';
import * as people from '../../../../contract/people/calls.ts';
import type { Change, Person } from '../../../../contract/people/calls.ts';
import { roles, type Role } from '../../../../contract/people/permissions.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import type { GalleyDb, OutboxEntry, Touch } from '../../../data/db.ts';
import { isOf, touchOf } from '../../../data/mutation.ts';
import { money } from '../../../lib/money.ts';
import { numberOf } from '../../../lib/order-number.ts';
import { dayLabel, timeOf, untilLabel } from '../../../lib/wall-clock.ts';
import { definitionOf } from '../../../sync/runtime/registry.ts';
import { describerOf } from '../../unsent/describe.ts';
import { rowsOf, type UnsentView } from '../../unsent/queries.ts';
import { nameOf } from '../labels.ts';
import { areaLabel, labelOf, verbOf } from './labels.ts';

/** The rows of this device that changes are about, for their names. */
export type Known = Pick<UnsentView, 'rows' | 'categories'>;

interface Words {
  /** "Butter chicken changed: price" */
  title: string;
  /** "Menu, Curries" */
  place: string;
}

export interface Said extends Known {
  restaurant: Restaurant;
  people: readonly Person[];
  now: number;
}

export async function knownTo(db: GalleyDb, changes: readonly Change[]): Promise<Known> {
  const touches = changes.flatMap((change): Touch[] => [
    ...entryOf(change).touches.slice(0, 1),
    // A reply is described with its chat.
    ...(change.call.startsWith('chats.') && change.path['id'] ? [touchOf('chats', change.path['id'])] : []),
  ]);
  const [rows, categories] = await Promise.all([
    rowsOf(
      db,
      [...new Set(touches)].filter((touch) => !touch.endsWith(':')),
    ),
    db.menu_categories.toArray(),
  ]);
  return { rows, categories: new Map(categories.map(({ id, name }) => [id, name])) };
}

/** A change in the words in which a device says what it has not sent yet, or else what kind of change it was. */
export function wordsOf(change: Change, said: Said): Words {
  const own = ofPerson(change, said.people) ?? ofRefund(change, said.restaurant);
  if (own) return { title: own, place: areaLabel(change.call) };
  return described(change, said) ?? { title: labelled(change, said), place: areaLabel(change.call) };
}

function described(change: Change, said: Said): Words | null {
  const call = definitionOf(change.call)?.call;
  if (!call || (change.body === null && call.options.body)) return null;
  try {
    const { title, place } = describerOf(said, said.restaurant, said.now).describe(entryOf(change));
    return isWhole(title) ? { title, place } : null;
  } catch {
    return null;
  }
}

/** False if the body, of an older version or kept in part, lacked what the words are made of. */
const isWhole = (title: string) => !/^\s|:\s*$|\b(undefined|null|NaN)\b|[0-9a-f]{8}-[0-9a-f]{4}-/.test(title);

function labelled(change: Change, { rows }: Known): string {
  const [touch] = entryOf(change).touches;
  const name = touch && !touch.startsWith('restaurants:') && rowName(rows.get(touch));
  const label = labelOf(change.call) ?? `${areaLabel(change.call)}: ${verbOf(change.call)}`;
  return name ? `${label}: ${name}` : label;
}

function rowName(row: Row | undefined): string | null {
  if (!row) return null;
  if ('order_no' in row) return `#${numberOf(row as Order)}`;
  const { name, customer_name } = row as { name?: string; customer_name?: string };
  return name || customer_name || null;
}

/** People are not kept on devices, so no outbox entry is about them. */
function ofPerson({ call, path, body }: Change, known: readonly Person[]): string | null {
  const found = known.find(({ id }) => id === path['id']);
  const name = (body?.['name'] as string | undefined) ?? (found && nameOf(found));
  const role = roles[body?.['role'] as Role]?.label;
  if (name === undefined) return null;
  if (isOf(people.invite, { call })) return role ? `${name} invited as ${role}` : null;
  if (isOf(people.add, { call })) return role ? `${name} added as ${role}` : null;
  // The PIN itself is not kept, and so not whether there is one.
  if (isOf(people.setPin, { call })) return body?.['pin'] === null ? `${name}: PIN removed` : `${name}: PIN set`;
  if (isOf(people.inviteAgain, { call })) return `${name} invited again`;
  if (!isOf(people.edit, { call }) || !body) return null;
  const suspended = body['is_suspended'];
  const done = [
    suspended === true && 'suspended',
    suspended === false && 'let in again',
    role && `role ${role}`,
    body['name'] !== undefined && 'name',
  ].filter(Boolean);
  return done.length > 0 ? `${name}: ${done.join(', ')}` : null;
}

const ofRefund = ({ call, body }: Change, { currency }: Restaurant): string | null =>
  isOf(payments.refund, { call }) && typeof body?.['amount'] === 'number'
    ? `${money(body['amount'], currency)} refunded`
    : null;

/** As the outbox of the device had it. */
function entryOf({ call, path, body, occurred_at }: Change): OutboxEntry {
  const kept = body ?? {};
  return { call, path, body: kept, touches: touchesOf(call, path, kept), occurredAt: occurred_at } as OutboxEntry;
}

function touchesOf(call: string, path: Change['path'], body: Record<string, unknown>): Touch[] {
  const definition = definitionOf(call);
  if (!definition) return [];
  let ids: string[] = [];
  try {
    ids = definition.rows({ path, body });
  } catch {
    // The body that named them was not kept.
  }
  // Without a row the table alone says which words it takes.
  return ids.length > 0 ? ids.map((id) => touchOf(definition.table, id)) : [touchOf(definition.table, '')];
}

const MINUTE_MS = 60_000;

/** "19:40", and what was done without a network: "done 18:02, arrived 19:40". */
export function whenLabel({ at, occurred_at: done }: Change, timezone: string, now: number): string {
  if (Date.parse(at) - Date.parse(done) <= MINUTE_MS) return untilLabel(at, timezone, now);
  const isSameDay = dayLabel(at, timezone, now) === dayLabel(done, timezone, now);
  const arrived = isSameDay ? timeOf(at, timezone) : untilLabel(at, timezone, now);
  return `done ${untilLabel(done, timezone, now)}, arrived ${arrived}`;
}

const labelOfPerson = ({ name, role }: Change['person']): string => `${name}, ${roles[role].label}`;

export const whoLabel = ({ person }: Change): string => labelOfPerson(person);

/** Null: nobody had to approve it. */
export const approverLabel = ({ approved_by: approver }: Change): string | null => approver && labelOfPerson(approver);
