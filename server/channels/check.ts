import type pg from 'pg';
import type { ChannelReason } from '../../contract/channels/calls.ts';
import type { JobRun } from '../jobs/jobs.ts';
import type { Checked, Whatsapp, WhatsappNumber } from '../integrations/whatsapp.ts';
import type { SecretsKeys } from '../platform/secrets.ts';
import { openToken } from './token.ts';

/** Holds what an owner has entered against the service itself. Run again it asks again; details that were replaced meanwhile are left alone. */
export function channelJobs(whatsapp: Whatsapp, keys: SecretsKeys): Record<string, JobRun> {
  return {
    'whatsapp.check': async ({ restaurant_id: restaurantId, channel_id: channelId }, { owner, clock }) => {
      const place = { restaurantId: restaurantId!, channelId: channelId! };
      const found = await find(owner, place);
      if (!found) return;
      const note = (told: Told) => write(owner, place, found.token_sealed, told, clock.now());
      const token = openToken(keys, place, found.token_sealed);
      if (token === null) return note({ ...wrong, status_reason: 'token_unreadable' });
      let checked: Checked;
      try {
        checked = await whatsapp.check({ token, phoneNoId: found.phone_no_id, wabaId: found.waba_id });
      } catch (fault) {
        await note({ status: 'pending', status_reason: 'not_reached', number: null, error_code: null });
        throw fault;
      }
      await note(toldOf(checked));
    },
  };
}

interface Place {
  restaurantId: string;
  channelId: string;
}

interface Told {
  status: 'pending' | 'error';
  status_reason: ChannelReason;
  /** Null: nothing was learned of it, and what is known stays. */
  number: WhatsappNumber | null;
  error_code: string | null;
}

const wrong = { status: 'error', number: null, error_code: null } as const;

/** Right is not connected: Galley carries no messages over it yet, and says so (decision 060). */
const toldOf = (checked: Checked): Told =>
  checked.kind === 'right'
    ? { status: 'pending', status_reason: 'not_in_service', number: checked.number, error_code: null }
    : { ...wrong, status_reason: checked.reason, error_code: checked.code === null ? null : String(checked.code) };

interface Row {
  phone_no_id: string;
  waba_id: string;
  token_sealed: string;
}

async function find(owner: pg.Pool, { restaurantId, channelId }: Place): Promise<Row | null> {
  const { rows } = await owner.query<Row>(
    'SELECT phone_no_id, waba_id, token_sealed FROM channels WHERE restaurant_id = $1 AND id = $2',
    [restaurantId, channelId],
  );
  return rows[0] ?? null;
}

/** Of the details that were asked about: each sealing differs, of the same token too. */
async function write(
  owner: pg.Pool,
  { restaurantId, channelId }: Place,
  tokenSealed: string,
  { status, status_reason, number, error_code }: Told,
  now: Date,
): Promise<void> {
  await owner.query(
    `UPDATE channels SET status = $4, status_reason = $5, updated_at = $6,
            checked_at = CASE WHEN $5 = 'not_reached' THEN checked_at ELSE $6 END,
            last_error_at = CASE WHEN $4 = 'error' THEN $6 ELSE last_error_at END,
            last_error_code = CASE WHEN $4 = 'error' THEN $7 ELSE last_error_code END,
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
    ],
  );
}
