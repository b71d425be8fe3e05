import type { Clock } from '../../platform/clock.ts';
import { encryptMessage, type BrowserKeys } from './encrypt.ts';
import { isPushEndpoint } from './endpoint.ts';
import { readVapidPair, vapidHeader, type VapidPair } from './vapid.ts';

export interface PushTarget {
  endpoint: string;
  keys: BrowserKeys;
}

export interface PushMessage {
  /** At most MESSAGE_BYTES_MAX. */
  payload: Buffer;
  /** How long the service stores it for a device that it cannot reach. */
  ttlSeconds: number;
  urgency: 'normal' | 'high';
  /** Replaces an undelivered message of the same topic; at most 32 characters of base64url. */
  topic?: string;
}

/** `gone`: the browser accepts nothing any more. `refused`: the message or the sender is refused, and retries do not help. */
export type Pushed = { kind: 'taken' } | { kind: 'gone' } | { kind: 'refused'; status: number };

/** Sends to the browsers' push services (RFC 8030). */
export interface Pusher {
  /** Throws if the service is unreachable or busy: a retry may succeed. */
  push(to: PushTarget, message: PushMessage): Promise<Pushed>;
}

const WAIT_MS = 10_000;
/** Longest pause that a service may request for one browser, and for all. */
const PAUSE_MAX_SECONDS = { endpoint: 3600, origin: 60 };

export interface PushSettings {
  /** Contact for push services: a mailto: or https: address. */
  vapidSubject: string;
  /** Origins of test doubles for the browsers' push services; none in production. */
  pushStandIns: string[];
}

export function openPusher(env: PushSettings, pair: VapidPair, clock: Clock, request: typeof fetch = fetch): Pusher {
  const key = readVapidPair(pair);
  /** By endpoint or origin: until when a service asked for a pause, epoch ms. */
  const pausedUntil = new Map<string, number>();
  const isPaused = (whom: string, now: Date) => (pausedUntil.get(whom) ?? 0) > now.getTime();
  function pause(whom: string, seconds: number, now: Date): void {
    for (const [known, until] of pausedUntil) if (until <= now.getTime()) pausedUntil.delete(known);
    if (seconds > 0) pausedUntil.set(whom, now.getTime() + seconds * 1000);
  }
  return {
    async push({ endpoint, keys }, { payload, ttlSeconds, urgency, topic }) {
      // Checked again before sending: the row may be older than the rule.
      if (!isPushEndpoint(endpoint, env.pushStandIns)) return { kind: 'gone' };
      const { origin } = new URL(endpoint);
      const now = clock.now();
      if (isPaused(endpoint, now) || isPaused(origin, now)) throw new Error(`${origin} asked to be left alone for now`);
      const response = await request(endpoint, {
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
        // A redirect could lead anywhere.
        redirect: 'manual',
        signal: AbortSignal.timeout(WAIT_MS),
      });
      await response.body?.cancel();
      const { status } = response;
      if (response.ok) return { kind: 'taken' };
      if (status === 404 || status === 410) return { kind: 'gone' };
      if (status !== 429 && status < 500) return { kind: 'refused', status };
      const seconds = secondsOf(response.headers.get('Retry-After'), now);
      // 429 concerns one browser, so other restaurants' tablets continue. 5xx concerns the service.
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
