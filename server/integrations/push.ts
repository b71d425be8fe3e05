import type { Clock } from '../platform/clock.ts';
import type { Env } from '../env.ts';
import { encryptMessage, type BrowserKeys } from '../push/encrypt.ts';
import { isPushEndpoint } from '../push/endpoint.ts';
import { readVapidPair, vapidHeader, type VapidPair } from '../push/vapid.ts';

export interface PushTarget {
  endpoint: string;
  keys: BrowserKeys;
}

export interface PushMessage {
  /** At most MESSAGE_BYTES_MAX. */
  payload: Buffer;
  /** How long the service keeps it for a device that it cannot reach. */
  ttlSeconds: number;
  urgency: 'normal' | 'high';
  /** An undelivered message of the same topic is replaced; at most 32 signs of base64url. */
  topic?: string;
}

/** `gone`: that browser takes nothing any more. `refused`: this message or this sender, which no further try changes. */
export type Pushed = { kind: 'taken' } | { kind: 'gone' } | { kind: 'refused'; status: number };

/** The door to the browsers' push services (RFC 8030). */
export interface Pusher {
  /** Throws when the service is away or busy: a later try may succeed. */
  push(to: PushTarget, message: PushMessage): Promise<Pushed>;
}

const WAIT_MS = 10_000;
/** By how much a service may put off one browser, and by how much everybody's. */
const PAUSE_MAX_SECONDS = { endpoint: 3600, origin: 60 };

export function openPusher(
  env: Pick<Env, 'vapidSubject' | 'pushStandIns'>,
  pair: VapidPair,
  clock: Clock,
  ask: typeof fetch = fetch,
): Pusher {
  const key = readVapidPair(pair);
  /** By endpoint or origin: until when a service asked to be left alone, epoch ms. */
  const pausedUntil = new Map<string, number>();
  const isPaused = (whom: string, now: Date) => (pausedUntil.get(whom) ?? 0) > now.getTime();
  function pause(whom: string, seconds: number, now: Date): void {
    for (const [known, until] of pausedUntil) if (until <= now.getTime()) pausedUntil.delete(known);
    if (seconds > 0) pausedUntil.set(whom, now.getTime() + seconds * 1000);
  }
  return {
    async push({ endpoint, keys }, { payload, ttlSeconds, urgency, topic }) {
      // Looked at again at the door: the row may be older than the rule.
      if (!isPushEndpoint(endpoint, env.pushStandIns)) return { kind: 'gone' };
      const { origin } = new URL(endpoint);
      const now = clock.now();
      if (isPaused(endpoint, now) || isPaused(origin, now)) throw new Error(`${origin} asked to be left alone for now`);
      const response = await ask(endpoint, {
        method: 'POST',
        headers: {
          Authorization: vapidHeader({ publicKey: pair.publicKey, key, subject: env.vapidSubject, origin, now }),
          'Content-Encoding': 'aes128gcm',
          'Content-Type': 'application/octet-stream',
          TTL: String(ttlSeconds),
          Urgency: urgency,
          ...(topic ? { Topic: topic } : {}),
        },
        body: new Uint8Array(encryptMessage(payload, keys)),
        // Where it leads may be anywhere.
        redirect: 'manual',
        signal: AbortSignal.timeout(WAIT_MS),
      });
      await response.body?.cancel();
      const { status } = response;
      if (response.ok) return { kind: 'taken' };
      if (status === 404 || status === 410) return { kind: 'gone' };
      if (status !== 429 && status < 500) return { kind: 'refused', status };
      const seconds = secondsOf(response.headers.get('Retry-After'), now);
      // 429 is about this browser, whose service counts for it alone: other restaurants' tablets go on. 5xx is about the service.
      if (status === 429) pause(endpoint, Math.min(seconds, PAUSE_MAX_SECONDS.endpoint), now);
      else pause(origin, Math.min(seconds, PAUSE_MAX_SECONDS.origin), now);
      throw new Error(`${origin} answered ${status}`);
    },
  };
}

/** Retry-After is a number of seconds or a date. */
function secondsOf(header: string | null, now: Date): number {
  if (header === null) return 0;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000;
  return Number.isFinite(seconds) ? Math.max(seconds, 0) : 0;
}
