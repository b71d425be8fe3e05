import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';

/** How long somebody may take on Google's consent page. */
const LIFE_MS = 10 * 60_000;

export interface CalendarAttempt {
  restaurantId: string;
  /** SHA-256 of the session's token, hex. */
  tokenHash: string;
}

/**
 * The state of one attempt to connect a calendar: signed, bound to restaurant and session, valid for ten minutes. Nothing is stored: the PKCE
 * verifier follows from state and key, so only this server can know it.
 */
export function makeState(secretsKey: string, { restaurantId, tokenHash }: CalendarAttempt, now: Date): string {
  const payload = Buffer.from(
    JSON.stringify({
      restaurant: restaurantId,
      session: sessionOf(tokenHash),
      ends: now.getTime() + LIFE_MS,
      nonce: randomBytes(12).toString('base64url'),
    }),
  ).toString('base64url');
  return `${payload}.${sign(secretsKey, `state ${payload}`)}`;
}

/** False: changed, too old, or made for another restaurant or session. */
export function isStateOf(secretsKey: string, state: string, attempt: CalendarAttempt, now: Date): boolean {
  const [payload, mac, ...more] = state.split('.');
  if (!payload || !mac || more.length > 0) return false;
  const [given, right] = [Buffer.from(mac), Buffer.from(sign(secretsKey, `state ${payload}`))];
  if (given.length !== right.length || !timingSafeEqual(given, right)) return false;
  const parsed = State.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  return (
    parsed.success &&
    parsed.data.restaurant === attempt.restaurantId &&
    parsed.data.session === sessionOf(attempt.tokenHash) &&
    parsed.data.ends > now.getTime()
  );
}

/** The PKCE verifier of an attempt. */
export const verifierOf = (secretsKey: string, state: string): string => sign(secretsKey, `verifier ${state}`);

export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

const State = z.object({ restaurant: z.string(), session: z.string(), ends: z.number() });

/** The state passes through Google and the browser's history, so it names the session without revealing its key. */
const sessionOf = (tokenHash: string) =>
  createHash('sha256').update(`calendar ${tokenHash}`).digest('base64url').slice(0, 22);

const sign = (secretsKey: string, text: string) =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secretsKey, '', 'galley calendar state', 32)))
    .update(text)
    .digest('base64url');
