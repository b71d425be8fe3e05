import type { Session } from '../../contract/auth/calls.ts';
import type { OpeningHours } from '../../contract/restaurant/rows.ts';
import type { Pools } from '../../server/db/open.ts';
import type { ReadMail } from '../../server/dev/read-mail.ts';
import { requestData, type Fetcher } from './api.ts';

export interface SignUpApp {
  pools: Pick<Pools, 'owner'>;
  fetch: Fetcher;
  /** Every mail to this address so far, newest first. Sends queued mails first. */
  mailsTo(email: string): Promise<ReadMail[]>;
}

export interface SignedUp extends Session {
  password: string;
}

export interface SignUpOptions {
  email?: string;
  password?: string;
  restaurantName?: string;
  /** Default: GB. */
  countryCode?: string;
  /** Default: 11:00 to 23:00 every day. Null: none yet, as after signing up. */
  hours?: OpeningHours | null;
}

/** 11:00 to 23:00 every day. */
export const everyEvening: OpeningHours = {
  days: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
    weekday,
    is_open: true,
    periods: [{ open_time: '11:00', close_time: '23:00' }],
  })),
  exceptions: [],
};

export const PASSWORD = 'slow boat to the harbour';
let count = 0;

/** Creates an owner as the app does: registered, verified by the mailed code, with a complete profile; then the opening hours. */
export async function signUp(app: SignUpApp, options: SignUpOptions = {}): Promise<SignedUp> {
  const {
    email = `owner-${(count += 1)}-${crypto.randomUUID().slice(0, 8)}@galley.test`,
    password = PASSWORD,
    restaurantName = 'The Anchor',
    countryCode = 'GB',
    hours = everyEvening,
  } = options;
  const session = await requestData<Session>(app.fetch, 'POST', '/auth/register', {
    body: { email, password, restaurant_name: restaurantName },
  });
  await requestData(app.fetch, 'POST', '/auth/verify-email', { body: { email, otp_code: await codeFor(app, email) } });
  const done = await requestData<Pick<Session, 'user' | 'restaurant'>>(app.fetch, 'POST', '/auth/complete-profile', {
    token: session.token,
    body: { name: restaurantName, address: '1 Harbour Street', country_code: countryCode, city: 'London' },
  });
  // Not through the API: its stamp would compete with the hours that a test saves at the same instant.
  if (hours !== null)
    await app.pools.owner.query('UPDATE restaurants SET opening_hours = $2 WHERE restaurant_id = $1', [
      done.restaurant.id,
      JSON.stringify(hours),
    ]);
  return {
    token: session.token,
    role: session.role,
    password,
    user: { ...done.user, is_email_verified: true },
    restaurant: { ...done.restaurant, opening_hours: hours ?? done.restaurant.opening_hours },
  };
}

/** The code in the newest mail to this address. */
export async function codeFor(app: Pick<SignUpApp, 'mailsTo'>, email: string): Promise<string> {
  const [newest] = await app.mailsTo(email);
  const code = /^\d{6}/.exec(newest?.subject ?? '')?.[0];
  if (!code) throw new Error(`There is no code for ${email}; the newest mail is ${newest?.subject ?? 'missing'}`);
  return code;
}
