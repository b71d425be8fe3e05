import { and, eq, gt } from 'drizzle-orm';
import { list, rename, revoke, revokeOthers, type SignedInDevice } from '../../../contract/settings/session-calls.ts';
import { noteAuth } from '../events.ts';
import { endOtherSessions, endSession, sessionIdOf } from '../sessions.ts';
import { sessions } from '../../db/schema/accounts.ts';
import { defineHandler, refuse, type BaseContext, type Handler } from '../../pipeline/handler.ts';

const listing = defineHandler(list, async (c) => {
  const devices = (await readSessions(c)).map((row): SignedInDevice => ({
    id: sessionIdOf(row.token_hash),
    device_name: row.device_name,
    created_at: row.created_at,
    last_seen_at: row.last_seen_at,
    is_current: row.token_hash === c.session.tokenHash,
    is_kitchen_mode: row.pin_for !== null,
  }));
  return devices.toSorted(
    (a, b) => Number(b.is_current) - Number(a.is_current) || b.last_seen_at.localeCompare(a.last_seen_at),
  );
});

const renaming = defineHandler(rename, async (c) => {
  const { tokenHash } = c.session;
  await c.accounts.update(sessions).set({ device_name: c.body.device_name }).where(eq(sessions.token_hash, tokenHash));
  return { ok: true as const };
});

const revoking = defineHandler(revoke, async (c) => {
  const found = (await readSessions(c)).find((row) => sessionIdOf(row.token_hash) === c.path.sessionId);
  if (!found) return refuse('not_found');
  await endSession(c.accounts, found.token_hash);
  noteAuth(c, 'session_revoked', c.user.email);
  return { ok: true as const };
});

const revokingOthers = defineHandler(revokeOthers, async (c) => {
  await endOtherSessions(c.accounts, c.user.id, c.session.tokenHash);
  noteAuth(c, 'other_sessions_revoked', c.user.email);
  return { ok: true as const };
});

export const sessionRoutes = [listing, renaming, revoking, revokingOthers] as Handler[];

const readSessions = ({ accounts, user, now }: BaseContext) =>
  accounts
    .select()
    .from(sessions)
    .where(and(eq(sessions.user_id, user.id), gt(sessions.expires_at, now.toISOString())));
