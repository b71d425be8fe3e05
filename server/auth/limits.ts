import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { rate_limits } from '../db/schema.ts';
import type { AccountsDb } from '../pipeline/handler.ts';

export interface Limit {
  /** Begins the key, so that limits do not count each other's tries. */
  name: string;
  max: number;
  windowMs: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * How often things may be tried. What is counted per account is strict: it holds whoever asks from wherever. What is counted per IP address
 * stops one machine from trying many accounts; a whole street of restaurants may share one address (mobile networks), and so does a
 * test run on this machine, hence the larger numbers. All count alike whether or not the account exists.
 */
export const limits = {
  loginByAccount: { name: 'login', max: 10, windowMs: 15 * MINUTE },
  /** Requests to sign in, whatever became of them; counted before they are read. Above loginByIp, which known devices are free of. */
  loginRequestsByIp: { name: 'login-requests-ip', max: 1000, windowMs: 15 * MINUTE },
  loginByIp: { name: 'login-ip', max: 100, windowMs: 15 * MINUTE },
  /** Of a device that was signed in before; it counts apart from the two above. */
  loginByDevice: { name: 'login-device', max: 10, windowMs: 15 * MINUTE },
  registerByIp: { name: 'register-ip', max: 500, windowMs: HOUR },
  /** Sign-ups that may find the one before them, whose answer was lost: by its password, so these are guesses too. */
  againByAccount: { name: 'register-again', max: 10, windowMs: 15 * MINUTE },
  /** Mails that say "you have an account already"; beyond it register answers as ever and no mail goes out. */
  takenMails: { name: 'taken', max: 5, windowMs: HOUR },
  codePause: { name: 'code-pause', max: 1, windowMs: MINUTE },
  codesByAccount: { name: 'codes', max: 5, windowMs: HOUR },
  codesByIp: { name: 'codes-ip', max: 200, windowMs: HOUR },
  /** Wrong tries on the newest code; the window is the code's life. */
  codeTries: { name: 'code-tries', max: 5, windowMs: 10 * MINUTE },
  codeTriesByIp: { name: 'code-tries-ip', max: 300, windowMs: HOUR },
  linksByAccount: { name: 'links', max: 5, windowMs: HOUR },
  linksByIp: { name: 'links-ip', max: 100, windowMs: HOUR },
  /** Wrong PINs of one tablet in kitchen mode: a few at a time, and not many a day. The owner's password is the other way in. */
  pinTries: { name: 'pin', max: 5, windowMs: 15 * MINUTE },
  pinTriesByDay: { name: 'pin-day', max: 20, windowMs: 24 * HOUR },
  /** Notifications that a session sends to try a device out. */
  pushTests: { name: 'push-tests', max: 5, windowMs: MINUTE },
  /** Details of a channel, each of which asks its service something. */
  channelEntries: { name: 'channel-entries', max: 30, windowMs: HOUR },
  /** Reports of faults: a street of restaurants behind one address, each with a bad evening. */
  reportsByIp: { name: 'reports-ip', max: 300, windowMs: HOUR },
  /** Returns from a provider, each of which asks the provider something. */
  providerReturnsByIp: { name: 'provider-returns-ip', max: 300, windowMs: HOUR },
  /** One-time codes of such a return that are none. */
  providerCodesByIp: { name: 'provider-codes-ip', max: 100, windowMs: HOUR },
  /** Messages of the contact form. */
  contactByIp: { name: 'contact-ip', max: 10, windowMs: 10 * MINUTE },
  linkTriesByIp: { name: 'link-tries-ip', max: 100, windowMs: HOUR },
} as const satisfies Record<string, Limit>;

/** Null: go on. Else which limit, and how long until the window ends. */
export type Exceeded = { limit: string; retryAfterSeconds: number } | null;

/**
 * A window ends at most `windowMs` from now. One whose end lies far beyond that was begun while the clock was wrong: it counts as over, or
 * it would lock somebody out until that day. Twice the window allows for processes whose clocks differ.
 */
const latestEnd = (limit: Limit, now: Date) => new Date(now.getTime() + 2 * limit.windowMs).toISOString();

/** Every window that was begun under a right clock ends before this. */
export const latestEndOfAny = (now: Date): string =>
  latestEnd({ name: '', max: 0, windowMs: Math.max(...Object.values(limits).map(({ windowMs }) => windowMs)) }, now);

/**
 * Counts one try and says whether it may go on. Counting comes before the try, in one statement, so that parallel tries cannot slip
 * through together. `db` must not stand in a transaction that a refusal rolls back. When the store fails this throws: nothing is let through.
 */
export async function take(db: AccountsDb, limit: Limit, subject: string, now: Date): Promise<Exceeded> {
  const ends = new Date(now.getTime() + limit.windowMs).toISOString();
  const isOver = sql`(${rate_limits.window_ends_at} <= ${now.toISOString()} OR ${rate_limits.window_ends_at} > ${latestEnd(limit, now)})`;
  const [row] = await db
    .insert(rate_limits)
    .values({ key: keyOf(limit, subject), count: 1, window_ends_at: ends })
    .onConflictDoUpdate({
      target: rate_limits.key,
      set: {
        count: sql`CASE WHEN ${isOver} THEN 1 ELSE ${rate_limits.count} + 1 END`,
        window_ends_at: sql`CASE WHEN ${isOver} THEN ${ends} ELSE ${rate_limits.window_ends_at} END`,
      },
    })
    .returning();
  if (!row) throw new Error('The store of limits did not answer');
  return row.count > limit.max ? { limit: limit.name, retryAfterSeconds: secondsUntil(row.window_ends_at, now) } : null;
}

/** Gives a try back that turned out to be none, such as a right password. */
export async function giveBack(db: AccountsDb, limit: Limit, subject: string): Promise<void> {
  await db
    .update(rate_limits)
    .set({ count: sql`greatest(${rate_limits.count} - 1, 0)` })
    .where(eq(rate_limits.key, keyOf(limit, subject)));
}

/** Forgets all tries: a new window may begin. */
export async function clear(db: AccountsDb, limit: Limit, subject: string): Promise<void> {
  await db.delete(rate_limits).where(eq(rate_limits.key, keyOf(limit, subject)));
}

/** Begins a fresh window without a try in it. */
export async function begin(db: AccountsDb, limit: Limit, subject: string, now: Date): Promise<void> {
  const fresh = { count: 0, window_ends_at: new Date(now.getTime() + limit.windowMs).toISOString() };
  await db
    .insert(rate_limits)
    .values({ key: keyOf(limit, subject), ...fresh })
    .onConflictDoUpdate({ target: rate_limits.key, set: fresh });
}

/**
 * Counts one try within a window that somebody began. `over`: there is none, or it has ended, or its tries are used up.
 */
export async function takeBegun(db: AccountsDb, limit: Limit, subject: string, now: Date): Promise<'counted' | 'over'> {
  const [row] = await db
    .update(rate_limits)
    .set({ count: sql`${rate_limits.count} + 1` })
    .where(
      sql`${rate_limits.key} = ${keyOf(limit, subject)} AND ${rate_limits.window_ends_at} > ${now.toISOString()} AND ${rate_limits.window_ends_at} <= ${latestEnd(limit, now)}`,
    )
    .returning();
  return row && row.count <= limit.max ? 'counted' : 'over';
}

/**
 * Whom a limit per IP address counts. One IPv6 customer has 2^64 addresses at least, so their network counts; an IPv4 address in IPv6
 * clothes is itself.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1]!;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('%')[0]!.split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

// Addresses are not kept in clear beside the accounts.
const keyOf = (limit: Limit, subject: string) => `${limit.name}:${createHash('sha256').update(subject).digest('hex')}`;

const secondsUntil = (end: string, now: Date) => Math.max(1, Math.ceil((Date.parse(end) - now.getTime()) / 1000));
