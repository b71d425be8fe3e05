import { and, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import * as contract from '../../../contract/channels/calls.ts';
import { channels } from '../../db/schema/channels.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import { AccessRevoked, openGoogleCalendar, type GoogleCalendar } from '../../integrations/google-calendar.ts';
import { inSpace } from '../../jobs/in-space.ts';
import {
  defineHandler,
  defineHandlerWithoutTransaction,
  refuse,
  type Handler,
  type Enqueue,
} from '../../pipeline/handler.ts';
import type { Tx } from '../../db/tx.ts';
import type { Services } from '../../pipeline/services.ts';
import { isId, newId } from '../../platform/ids.ts';
import { breakChannel } from '../break-channel.ts';
import { findCalendar, findChannel, toChannel, type ChannelRow } from '../store.ts';
import { openToken, sealToken } from '../token.ts';
import { resendCalendarEvents } from './events.ts';
import { challengeOf, isStateOf, makeState, verifierOf } from './state.ts';

const RETRY_SECONDS = 5;

export function calendarRoutes(services: Services): Handler[] {
  const { pools, env, jobs, bus } = services;
  const google: GoogleCalendar | null = env.googleCalendar && openGoogleCalendar(env.googleCalendar);
  const redirectUri = `${env.publicUrl}/restaurant/channels/google-calendar/callback`;
  const inTenant = <T>(restaurantId: string, run: (db: Tx) => Promise<T>) =>
    withTransaction(pools.app, restaurantId, 'write', (client) => run(drizzle(client)));
  /** Reads the calendar, and puts in what it does not have. */
  const queueCatchUp = async (db: Tx, restaurantId: string) => {
    await jobs.enqueue(db, 'calendar.sync', { restaurant_id: restaurantId });
    await jobs.enqueue(db, 'calendar.fill', { restaurant_id: restaurantId });
  };
  const unavailable = () => refuse('provider_unavailable', { retry_after_seconds: RETRY_SECONDS });

  const authUrl = defineHandler(contract.calendarAuthUrl, async (c) => {
    if (!google) return refuse('google_not_configured');
    const attempt = { restaurantId: c.restaurantId, tokenHash: c.session.tokenHash };
    const state = makeState(env.secretsKey, attempt, c.now);
    const challenge = challengeOf(verifierOf(env.secretsKey, state));
    return { url: google.consentUrl({ state, challenge, redirectUri }) };
  });

  const callback = defineHandlerWithoutTransaction(contract.calendarCallback, async (c) => {
    if (!google) return refuse('google_not_configured');
    const { restaurantId, tokenHash } = c.session;
    const { state, code } = c.body;
    if (!isStateOf(env.secretsKey, state, { restaurantId, tokenHash }, c.now)) return refuse('link_invalid');
    try {
      const access = await google.exchange({ code, verifier: verifierOf(env.secretsKey, state), redirectUri });
      if (!access) return refuse('link_invalid');
      const account = await google.describe(access.refreshToken);
      const linked = await inTenant(restaurantId, async (db) => {
        const row = await link(db, { restaurantId, now: c.now, secretsKey: env.secretsKey }, { ...access, ...account });
        if (!row) return null;
        await resendCalendarEvents(db, restaurantId, c.now);
        await queueCatchUp(db, restaurantId);
        return row;
      });
      return linked ? toChannel(linked, env) : refuse('calendar_linked');
    } catch (error) {
      if (error instanceof AccessRevoked) return refuse('access_denied');
      c.note('calendar.not_linked', { reason: error instanceof Error ? error.message : 'a fault' });
      return unavailable();
    }
  });

  const refresh = defineHandlerWithoutTransaction(contract.refreshCalendarToken, async (c) => {
    const { restaurantId } = c.session;
    const { id } = c.path;
    const row = isId(id) ? await inTenant(restaurantId, (db) => findChannel(db, restaurantId, id)) : null;
    if (row?.type !== 'google_calendar') return refuse('not_found');
    if (!google) return refuse('google_not_configured');
    const token = openToken(env, { restaurantId, channelId: row.id }, row.token_sealed);
    const at = c.now.toISOString();
    try {
      if (token === null) throw new AccessRevoked('The token cannot be opened');
      const { expiresAt } = await google.refresh(token);
      const fields = {
        status: row.status === 'paused' ? ('paused' as const) : ('connected' as const),
        status_reason: null,
        last_error_at: null,
        last_error_code: null,
        token_expires_at: expiresAt?.toISOString() ?? null,
        checked_at: at,
        updated_at: at,
      };
      await inTenant(restaurantId, async (db) => {
        await update(db, row, fields);
        await queueCatchUp(db, restaurantId);
      });
      return toChannel({ ...row, ...fields }, env);
    } catch (error) {
      if (!(error instanceof AccessRevoked)) return unavailable();
      const { result, version } = await inSpace(pools.app, restaurantId, async ({ db, bump }) => {
        const enqueue: Enqueue = (job, ids) => jobs.enqueue(db, job, ids);
        const reason = token === null ? ('token_unreadable' as const) : ('access_revoked' as const);
        await breakChannel({ db, bump, restaurantId, now: c.now, enqueue }, row.id, { reason, code: 'invalid_grant' });
        return findChannel(db, restaurantId, row.id);
      });
      if (version !== null) bus.publish(restaurantId, version);
      return result ? toChannel(result, env) : refuse('not_found');
    }
  });

  return [authUrl, callback, refresh];
}

interface LinkContext {
  restaurantId: string;
  now: Date;
  secretsKey: string;
}

/** Null: another calendar is connected. The same account connects anew, as does any account after its access has ended. */
async function link(
  db: Tx,
  { restaurantId, now, secretsKey }: LinkContext,
  account: { refreshToken: string; expiresAt: Date | null; email: string; name: string },
): Promise<ChannelRow | null> {
  const present = await findCalendar(db, restaurantId);
  const isSame = present?.account_email === account.email;
  if (present && !isSame && present.status !== 'error') return null;
  const id = present?.id ?? newId(now);
  const at = now.toISOString();
  const fields = {
    status: 'connected' as const,
    status_reason: null,
    last_error_at: null,
    last_error_code: null,
    token_sealed: sealToken({ secretsKey }, { restaurantId, channelId: id }, account.refreshToken),
    account_email: account.email,
    calendar_name: account.name,
    token_expires_at: account.expiresAt?.toISOString() ?? null,
    ...(!isSame && { sync_token: null }),
    checked_at: at,
    updated_at: at,
  };
  if (present) return update(db, present, fields);
  const [row] = await db
    .insert(channels)
    .values({ restaurant_id: restaurantId, id, type: 'google_calendar', token_last4: '', created_at: at, ...fields })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

async function update(db: Tx, row: ChannelRow, fields: Partial<ChannelRow>): Promise<ChannelRow> {
  const [written] = await db
    .update(channels)
    .set(fields)
    .where(and(eq(channels.restaurant_id, row.restaurant_id), eq(channels.id, row.id)))
    .returning();
  return written ?? row;
}
