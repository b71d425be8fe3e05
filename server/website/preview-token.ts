import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Env } from '../env.ts';

type Keys = Pick<Env, 'secretsKey'>;

const VALID_MS = 60 * 60_000;

/** Shows a website that is not published, for an hour. Nothing is stored: the token holds its end and a signature. */
export function previewToken(keys: Keys, restaurantId: string, now: Date): { token: string; expiresAt: Date } {
  const expiresAt = new Date(now.getTime() + VALID_MS);
  const end = String(expiresAt.getTime());
  return { token: `${end}.${sign(keys, restaurantId, end)}`, expiresAt };
}

/** When a token of this restaurant ends; null: it has ended, or is none. */
export function previewEnd(keys: Keys, restaurantId: string, token: string, now: Date): Date | null {
  const [end = '', signature = ''] = token.split('.');
  const expected = Buffer.from(sign(keys, restaurantId, end));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return Number(end) > now.getTime() ? new Date(Number(end)) : null;
}

const sign = ({ secretsKey }: Keys, restaurantId: string, end: string): string =>
  createHmac('sha256', secretsKey).update(`website preview:${restaurantId}:${end}`).digest('base64url');
