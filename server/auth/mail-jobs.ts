import type pg from 'pg';
import type { Env } from '../env.ts';
import type { JobRun } from '../jobs/jobs.ts';
import type { Mailers } from '../integrations/mail.ts';
import { hashCode, lifeMs, makeCode, makeLinkToken, type Purpose } from './codes.ts';
import {
  addressInUseMail,
  codeMail,
  deletionCancelledMail,
  deletionMail,
  passkeyMail,
  passwordChangedMail,
  passwordResetMail,
  providerLinkedMail,
  resetMail,
  sessionEndsMail,
  twoFactorMail,
} from './mails.ts';

/**
 * The mails about accounts. Codes and links are created here, when sending. If a job runs again after its mail was sent, the person gets a
 * second mail, whose code is the valid one.
 */
export function mailJobs(
  { codes, ordinary }: Pick<Mailers, 'codes' | 'ordinary'>,
  env: Pick<Env, 'secretsKey' | 'publicUrl'>,
): Record<string, JobRun> {
  return {
    'mail.code': async ({ code_id }, { owner, clock }) => {
      const code = makeCode();
      const to = await arm(owner, {
        id: code_id!,
        purpose: 'verify',
        hash: hashCode(env.secretsKey, code, code_id),
        now: clock.now(),
      });
      if (to) await codes.send({ to, ...codeMail(code, minutes('verify')) });
    },
    'mail.reset_link': async ({ code_id }, { owner, clock }) => {
      const token = makeLinkToken();
      const to = await arm(owner, {
        id: code_id!,
        purpose: 'reset',
        hash: hashCode(env.secretsKey, token),
        now: clock.now(),
      });
      // The address comes from a setting: a request's host never gets into a mail.
      if (to)
        await codes.send({
          to,
          ...resetMail(`${env.publicUrl}/confirm-forgot-password?token=${token}`, minutes('reset')),
        });
    },
    'mail.address_taken': async ({ user_id }, { owner }) => {
      const to = await addressOf(owner, user_id!);
      if (to) await codes.send({ to, ...addressInUseMail(env.publicUrl) });
    },
    'mail.password_reset': async ({ user_id, dropped }, { owner }) => {
      const to = await addressOf(owner, user_id!);
      const names = dropped!.split(' ').filter(Boolean).map(nameOf);
      const { rows } = await owner.query<{ name: string }>(
        'SELECT name FROM passkeys WHERE user_id = $1 ORDER BY created_at, id',
        [user_id],
      );
      const passkeys = rows.map(({ name }) => name);
      if (to) await ordinary.send({ to, ...passwordResetMail(names, passkeys, env.publicUrl) });
    },
    'mail.password_changed': async ({ user_id }, { owner }) => {
      const to = await addressOf(owner, user_id!);
      if (to) await ordinary.send({ to, ...passwordChangedMail(env.publicUrl) });
    },
    'mail.two_factor': async ({ user_id, is_on }, { owner }) => {
      const to = await addressOf(owner, user_id!);
      if (to) await ordinary.send({ to, ...twoFactorMail(is_on === 'on', env.publicUrl) });
    },
    'mail.passkey': async ({ user_id, what }, { owner }) => {
      const to = await addressOf(owner, user_id!);
      if (to) await ordinary.send({ to, ...passkeyMail(what === 'added', env.publicUrl) });
    },
    'mail.session_ends': async ({ token_hash }, { owner }) => {
      const { rows } = await owner.query<{ email: string; device: string | null; ends: Date; timezone: string }>(
        `SELECT u.email, s.device_name AS device, s.expires_at AS ends, r.timezone
           FROM sessions s JOIN users u ON u.id = s.user_id JOIN restaurants r ON r.restaurant_id = s.restaurant_id
          WHERE s.token_hash = $1 AND u.is_email_verified`,
        [token_hash],
      );
      const [found] = rows;
      if (!found) return;
      const { email, device, ends, timezone } = found;
      const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: timezone }).format(ends);
      await ordinary.send({ to: email, ...sessionEndsMail(device?.trim() || 'A device', day, env.publicUrl) });
    },
    'mail.deletion': async ({ user_id, restaurant_id, kind }, { owner }) => {
      const { rows } = await owner.query<{ email: string; deletes_at: string | null; timezone: string }>(
        `SELECT u.email, r.timezone, s.value->>'deletes_at' AS deletes_at
           FROM users u JOIN restaurants r ON r.restaurant_id = coalesce($2, u.restaurant_id)
           LEFT JOIN restaurant_settings s ON s.restaurant_id = r.restaurant_id AND s.name = 'account_deletion'
          WHERE u.id = $1`,
        [user_id, restaurant_id],
      );
      const [found] = rows;
      // A mail about a deletion that was cancelled or requested since would be wrong.
      if (!found || (kind === 'cancelled') !== (found.deletes_at === null)) return;
      const { email, deletes_at: at, timezone } = found;
      if (at === null) return ordinary.send({ to: email, ...deletionCancelledMail(env.publicUrl) });
      const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: timezone }).format(new Date(at));
      await ordinary.send({ to: email, ...deletionMail(kind === 'reminder', day, env.publicUrl) });
    },
    'mail.provider_linked': async ({ user_id, provider }, { owner }) => {
      const to = await addressOf(owner, user_id!);
      if (to) await ordinary.send({ to, ...providerLinkedMail(nameOf(provider!), env.publicUrl) });
    },
  };
}

const nameOf = (provider: string) => (provider === 'facebook' ? 'Facebook' : 'Google');
const minutes = (purpose: Purpose) => lifeMs[purpose] / 60_000;

/** Stores the hash of a secret that is about to be sent, and returns the recipient; null if the request is void or there is none. */
async function arm(
  owner: pg.Pool,
  { id, purpose, hash, now }: { id: string; purpose: Purpose; hash: string; now: Date },
): Promise<string | null> {
  const { rows } = await owner.query<{ email: string }>(
    `UPDATE email_codes c SET code_hash = $2, tries = 0, expires_at = $3
       FROM users u
      WHERE c.id = $1 AND c.used_at IS NULL AND u.id = c.user_id AND (c.purpose = 'reset' OR NOT u.is_email_verified)
      RETURNING u.email`,
    [id, hash, new Date(now.getTime() + lifeMs[purpose]).toISOString()],
  );
  return rows[0]?.email ?? null;
}

async function addressOf(owner: pg.Pool, userId: string): Promise<string | null> {
  const { rows } = await owner.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [userId]);
  return rows[0]?.email ?? null;
}
