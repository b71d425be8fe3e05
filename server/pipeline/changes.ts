import type pg from 'pg';
import { bodyLimitOf, type Call } from '../../contract/call.ts';
import { MUTATION_BYTES } from '../../contract/limits.ts';
import { actingRole, whoOf } from './handler.ts';
import { newId } from '../platform/ids.ts';
import type { CallRequest, CallResult } from './result.ts';
import type { Input } from './validate.ts';

/** What nobody asks about later: what was looked at, and the person's own devices. */
const quiet = new Set(['dashboard.markAsRead', 'chats.markAsRead', 'orders.acknowledge', 'people.enterRestaurant']);
const quietAreas = new Set(['push', 'sync', 'sessions', 'passkeys', 'twoFactor', 'kitchenMode', 'files']);
/** Their bodies are about the restaurant, not about a guest, and hold no secret. */
const toldAreas = new Set(['menu', 'inventory', 'promotions', 'delivery', 'reservationSettings', 'people']);
const told = new Set([
  'orders.setStatus',
  'orders.setLineStatus',
  'orders.setOrdering',
  'payments.take',
  'payments.refund',
  'payments.writeOff',
  'settings.saveAccount',
  'settings.saveHours',
  'settings.saveService',
]);
/** Of a kept body, characters. What is longer is known by what it was about. */
const BODY_MAX = 2000;
/** What a device writes around what the person did, and free text. */
const LEFT_OUT = new Set(['occurred_at', 'op_id', 'device_name', 'was_offline', 'note', 'seen_version']);

/** The values of a row of `changes`; null: nothing to record. */
export function changeOf(
  { handler, caller, path, now, approver }: CallRequest,
  input: Input,
  result: CallResult,
): unknown[] | null {
  const { session } = caller;
  const { name } = handler.call;
  const area = name.split('.')[0]!;
  const changedNothing = result.error !== undefined || result.notice?.code === 'already_done';
  if (!session || changedNothing || quiet.has(name) || quietAreas.has(area)) return null;
  const body = input.body as Record<string, unknown> | undefined;
  const device = body?.['device_name'];
  const occurred = body?.['occurred_at'];
  const at = now.toISOString();
  const { id, name: who } = whoOf(session);
  return [
    newId(now),
    at,
    typeof occurred === 'string' && occurred < at ? occurred : at,
    name,
    area,
    id,
    who,
    actingRole(session),
    approver ? JSON.stringify({ id: approver.id, name: approver.name, role: approver.role }) : null,
    typeof device === 'string' ? device : session.deviceName,
    JSON.stringify(path),
    keptBody(handler.call, body),
  ];
}

function keptBody(call: Call, body: Record<string, unknown> | undefined): string | null {
  const isTold = told.has(call.name) || toldAreas.has(call.name.split('.')[0]!);
  // Files: to write them out would hold up everybody else.
  if (!body || !isTold || bodyLimitOf(call) > MUTATION_BYTES) return null;
  const kept = Object.fromEntries(
    Object.entries(body).filter(([field, value]) => !LEFT_OUT.has(field) && !(field === 'pin' && value !== null)),
  );
  const text = JSON.stringify(kept);
  return text.length <= BODY_MAX ? text : null;
}

const columns =
  'restaurant_id, id, at, occurred_at, call, area, user_id, name, role, approved_by, device_name, path, body';

/** `first`: the number of the statement's first parameter for it. */
export const insertingChange = (first: number): string =>
  `INSERT INTO changes (${columns}) VALUES ($1, ${Array.from({ length: 12 }, (_, n) => `$${first + n}`).join(', ')})`;

export const storeChange = (client: pg.ClientBase, restaurantId: string, change: unknown[]) =>
  client.query({ name: 'store_change', text: insertingChange(2), values: [restaurantId, ...change] });
