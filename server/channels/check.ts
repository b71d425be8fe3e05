import type pg from 'pg';
import type { Env } from '../env.ts';
import type { JobRun } from '../jobs/jobs.ts';
import type { Checked, Whatsapp } from '../outside/channels/whatsapp.ts';
import { openToken } from './token.ts';

/** Holds what an owner has entered against the service itself. Run again it asks again; details that were replaced meanwhile are left alone. */
export function channelJobs(whatsapp: Whatsapp, env: Pick<Env, 'secretsKey'>): Record<string, JobRun> {
  return {
    'whatsapp.check': async ({ restaurant_id, channel_id }, { owner, clock }) => {
      const found = await find(owner, restaurant_id!, channel_id!);
      if (!found) return;
      const note = (told: Told) =>
        write(owner, { restaurant_id: restaurant_id!, id: channel_id! }, found, told, clock.now());
      const token = openToken(env, channel_id!, found.token_sealed);
      if (token === null) return note(toldOf({ kind: 'wrong', reason: 'token_refused', code: null }));
      let checked: Checked;
      try {
        checked = await whatsapp.check({ token, phoneNoId: found.phone_no_id, wabaId: found.waba_id });
      } catch (fault) {
        await note({ ...nothing, status: 'pending', status_reason: 'not_reached' });
        throw fault;
      }
      await note(toldOf(checked));
    },
  };
}

interface Row {
  phone_no_id: string;
  waba_id: string;
  token_sealed: string;
}

interface Told {
  status: 'pending' | 'error';
  status_reason: string;
  display_phone_number: string | null;
  verified_name: string | null;
  quality_rating: string | null;
  error_code: string | null;
}

const nothing = { display_phone_number: null, verified_name: null, quality_rating: null, error_code: null };

/** Right is not connected: Galley carries no messages over it yet, and says so (decision 060). */
const toldOf = (checked: Checked): Told =>
  checked.kind === 'right'
    ? { ...nothing, ...checked.number, status: 'pending', status_reason: 'not_in_service' }
    : {
        ...nothing,
        status: 'error',
        status_reason: checked.reason,
        error_code: checked.code === null ? null : String(checked.code),
      };

async function find(owner: pg.Pool, restaurantId: string, id: string): Promise<Row | null> {
  const { rows } = await owner.query<Row>(
    'SELECT phone_no_id, waba_id, token_sealed FROM channels WHERE restaurant_id = $1 AND id = $2',
    [restaurantId, id],
  );
  return rows[0] ?? null;
}

async function write(
  owner: pg.Pool,
  { restaurant_id, id }: { restaurant_id: string; id: string },
  asked: Row,
  told: Told,
  now: Date,
): Promise<void> {
  await owner.query(
    `UPDATE channels SET status = $4, status_reason = $5, display_phone_number = $6, verified_name = $7, quality_rating = $8,
            last_error_code = coalesce($9, last_error_code), updated_at = $10,
            last_error_at = CASE WHEN $4 = 'error' THEN $10 ELSE last_error_at END
      WHERE restaurant_id = $1 AND id = $2 AND token_sealed = $3`,
    [
      restaurant_id,
      id,
      asked.token_sealed,
      told.status,
      told.status_reason,
      told.display_phone_number,
      told.verified_name,
      told.quality_rating,
      told.error_code,
      now.toISOString(),
    ],
  );
}
