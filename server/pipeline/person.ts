import { createHmac, timingSafeEqual } from 'node:crypto';
import { approvedText, doneText, keyText } from '../../contract/kitchen-mode/proof.ts';
import { covers, type Role } from '../../contract/people/permissions.ts';
import type { Signed } from '../../contract/sync/calls.ts';
import { Refusal, refuse, type Person, type SignedIn } from './handler.ts';
import type { CallRequest } from './result.ts';
import type { Services } from './services.ts';

/**
 * The request as whoever signed it makes it, with who approved it: see contract/kitchen-mode/proof.ts. Refused if one of them is not here
 * any more, has another PIN, or may do more than the account which signed the device in.
 */
export async function asSigned(services: Services, request: CallRequest): Promise<CallRequest | Refusal> {
  const { by, approved, caller, handler, key } = request;
  const { session } = caller;
  if (!by && !approved) return request;
  if (!session || key === null) return refuse('person_unknown');
  const done = { key, call: handler.call.name, path: request.path, body: request.bodyAsSent ?? request.body };
  const [person, approver] = await Promise.all([
    by ? verify(services, session, by, doneText(done)) : session.person,
    approved ? verify(services, session, approved, approvedText(done)) : null,
  ]);
  if ((by && !person) || (approved && !approver)) return refuse('person_unknown');
  return { ...request, caller: { ...caller, session: { ...session, person } }, approver };
}

async function verify(
  { pools }: Services,
  session: SignedIn,
  { person, proof }: Signed,
  text: string,
): Promise<Person | null> {
  const { rows } = await pools.accounts.query<{ name: string; role: Role; pin_hash: string; user_id: string | null }>({
    name: 'person',
    text: `SELECT coalesce(m.name, u.name, u.email) AS name, m.role, m.pin_hash, m.user_id
             FROM memberships m LEFT JOIN users u ON u.id = m.user_id
            WHERE m.restaurant_id = $1 AND m.id = $2 AND m.suspended_at IS NULL AND m.pin_hash IS NOT NULL`,
    values: [session.restaurantId, person],
  });
  const found = rows[0];
  if (!found || !covers(session.role, found.role)) return null;
  const { name, role, pin_hash, user_id } = found;
  const right = Buffer.from(proofBy(personKey(pin_hash, session.restaurantId, person), text));
  const given = Buffer.from(proof);
  if (right.length !== given.length || !timingSafeEqual(right, given)) return null;
  return { id: person, name, role, accountId: user_id, until: null };
}

/** The salt and cost of an argon2id hash as the library writes it, and its bytes. */
export function partsOfHash(written: string): { salt: string; memory: number; passes: number; hash: Buffer } {
  const [, , , cost = '', salt = '', hash = ''] = written.split('$');
  const costs = new Map(cost.split(',').map((part) => part.split('=') as [string, string]));
  return {
    salt: Buffer.from(salt, 'base64').toString('base64'),
    memory: Number(costs.get('m')),
    passes: Number(costs.get('t')),
    hash: Buffer.from(hash, 'base64'),
  };
}

export const personKey = (pinHash: string, restaurantId: string, personId: string): Buffer =>
  createHmac('sha256', partsOfHash(pinHash).hash).update(keyText(restaurantId, personId)).digest();

export const proofBy = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');
