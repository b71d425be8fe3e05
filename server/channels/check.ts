import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { ChannelReason, ChannelTemplate } from '../../contract/channels/calls.ts';
import type { Pools } from '../db/open.ts';
import { withTransaction } from '../db/with-transaction.ts';
import type { Env } from '../env.ts';
import type { JobRun, Jobs } from '../jobs/jobs.ts';
import type { Checked, Whatsapp, WhatsappDetails, WhatsappNumber } from '../integrations/whatsapp.ts';
import { inSpace } from '../jobs/in-space.ts';
import type { Bus } from '../platform/bus.ts';
import { rootOf } from '../platform/log.ts';
import { breakChannel } from './break-channel.ts';
import { openToken } from './token.ts';

interface CheckServices {
  pools: Pick<Pools, 'app'>;
  bus: Bus;
  env: Env;
  whatsapp: Whatsapp;
}

/** Checks the details that an owner entered with the service. Repeats are harmless; replaced details are left alone. */
export function channelJobs({ pools, bus, env, whatsapp }: CheckServices): Record<string, JobRun> {
  return {
    'whatsapp.check': async ({ restaurant_id: restaurantId, channel_id: channelId }, { owner, clock, enqueue }) => {
      const key = { restaurantId: restaurantId!, channelId: channelId! };
      const found = await find(owner, key);
      if (!found || found.phone_no_id === null || found.waba_id === null) return;
      const details = { phoneNoId: found.phone_no_id, wabaId: found.waba_id };
      const note = async (outcome: Outcome) => {
        const now = clock.now();
        // Whoever enters details is looking; a number that worked breaks while nobody does.
        if (found.is_routed && outcome.status === 'error') {
          const fault = { reason: outcome.status_reason ?? 'refused_otherwise', code: outcome.error_code };
          const { version } = await inSpace(pools.app, key.restaurantId, ({ db, bump }) =>
            breakChannel(
              { db, bump, restaurantId: key.restaurantId, now, enqueue: (job, ids) => enqueue(db, job, ids) },
              key.channelId,
              fault,
            ),
          );
          if (version !== null) bus.publish(key.restaurantId, version);
        }
        await write(owner, key, found.token_sealed, outcome, now);
      };
      const token = openToken(env, key, found.token_sealed);
      if (token === null) return note({ ...wrong, status_reason: 'token_unreadable' });
      try {
        await note(await checkAll(whatsapp, { ...details, token }, env.metaWebhook !== null));
      } catch (fault) {
        // A number that works goes on working while Meta cannot be reached.
        if (!found.is_routed) await note({ ...open, status_reason: 'not_reached' });
        throw fault;
      }
    },
  };
}

interface ChannelKey {
  restaurantId: string;
  channelId: string;
}

interface Outcome {
  status: 'pending' | 'connected' | 'error';
  status_reason: ChannelReason | null;
  /** Null: nothing new, so the stored number stays. */
  number: WhatsappNumber | null;
  templates: ChannelTemplate[] | null;
  error_code: string | null;
}

const nothing = { number: null, templates: null, error_code: null } as const;
const wrong = { ...nothing, status: 'error' } as const;
const open = { ...nothing, status: 'pending' } as const;

/** The details, then the subscription without which no message arrives. Without a webhook at Meta the number stays unconnected. */
async function checkAll(whatsapp: Whatsapp, details: WhatsappDetails, hasWebhook: boolean): Promise<Outcome> {
  const checked = await whatsapp.check(details);
  if (checked.kind === 'wrong') return refusalOf(checked);
  const { number } = checked;
  if (!hasWebhook) return { ...open, status_reason: 'not_in_service', number };
  const refused = await whatsapp.subscribe(details);
  if (refused?.kind === 'wrong') return { ...refusalOf(refused), number };
  return { ...nothing, status: 'connected', status_reason: null, number, templates: await whatsapp.templates(details) };
}

const refusalOf = ({ reason, code }: Extract<Checked, { kind: 'wrong' }>): Outcome => ({
  ...wrong,
  status_reason: reason,
  error_code: code === null ? null : String(code),
});

interface Row {
  phone_no_id: string | null;
  waba_id: string | null;
  token_sealed: string;
  is_routed: boolean;
}

async function find(owner: pg.Pool, { restaurantId, channelId }: ChannelKey): Promise<Row | null> {
  const { rows } = await owner.query<Row>(
    'SELECT phone_no_id, waba_id, token_sealed, is_routed FROM channels WHERE restaurant_id = $1 AND id = $2',
    [restaurantId, channelId],
  );
  return rows[0] ?? null;
}

/** Writes only if the checked details are still there: each encryption differs, even of the same token. */
async function write(
  owner: pg.Pool,
  { restaurantId, channelId }: ChannelKey,
  tokenSealed: string,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  const written = await tryWrite(owner, { restaurantId, channelId }, tokenSealed, outcome, now).catch(
    (fault: unknown) => {
      if ((rootOf(fault) as { constraint?: string }).constraint === 'channels_route') return null;
      throw fault;
    },
  );
  // Another restaurant of this installation receives the messages of this number.
  if (written === null)
    await tryWrite(owner, { restaurantId, channelId }, tokenSealed, { ...wrong, status_reason: 'number_taken' }, now);
}

async function tryWrite(
  owner: pg.Pool,
  { restaurantId, channelId }: ChannelKey,
  tokenSealed: string,
  { status, status_reason, number, templates, error_code }: Outcome,
  now: Date,
): Promise<number | null> {
  const { rowCount } = await owner.query(
    `UPDATE channels SET status = CASE WHEN $4 = 'connected' AND status = 'paused' THEN 'paused' ELSE $4 END,
            status_reason = $5, updated_at = $6,
            is_routed = $4 = 'connected' OR (is_routed AND $5 NOT IN ('number_unknown', 'number_elsewhere', 'account_unknown')),
            templates = coalesce($12::jsonb, templates),
            checked_at = CASE WHEN $5 = 'not_reached' THEN checked_at ELSE $6 END,
            last_error_at = CASE WHEN $4 = 'error' THEN $6 WHEN $5 = 'not_reached' THEN last_error_at END,
            last_error_code = CASE WHEN $4 = 'error' THEN $7 WHEN $5 = 'not_reached' THEN last_error_code END,
            display_phone_number = CASE WHEN $8 THEN $9 ELSE display_phone_number END,
            verified_name = CASE WHEN $8 THEN $10 ELSE verified_name END,
            quality_rating = CASE WHEN $8 THEN $11 ELSE quality_rating END
      WHERE restaurant_id = $1 AND id = $2 AND token_sealed = $3`,
    [
      restaurantId,
      channelId,
      tokenSealed,
      status,
      status_reason,
      now.toISOString(),
      error_code,
      number !== null,
      number?.display_phone_number ?? null,
      number?.verified_name ?? null,
      number?.quality_rating ?? null,
      templates && JSON.stringify(templates),
    ],
  );
  return rowCount;
}

/** Checks every number again, for its quality, its templates and a token that was taken back. */
export const recheckChannels = (owner: pg.Pool, jobs: Pick<Jobs, 'enqueueMissing'>): Promise<number> =>
  withTransaction(owner, null, 'write', async (client) => {
    const { rows } = await client.query<{ restaurant_id: string; channel_id: string }>(
      'SELECT restaurant_id, id AS channel_id FROM channels WHERE is_routed',
    );
    await jobs.enqueueMissing(drizzle(client), 'whatsapp.check', rows);
    return rows.length;
  });
