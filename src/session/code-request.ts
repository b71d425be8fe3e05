import { CODE_LIFE_MINUTES, CODE_PAUSE_SECONDS } from '../../contract/limits.ts';

const KEY = 'galley:code-request';

interface Kept {
  email: string;
  /** When a code was sent to this address, epoch ms by this device's clock; null: not from here. */
  sentAt: number | null;
  /** The next code may be requested `waitMs` after `askedAt`. */
  askedAt: number;
  waitMs: number;
}

type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * What this tab knows about the code for an address: whether a sent one is still valid, and how long until the next may be
 * requested.
 */
export function codeRequestOf(
  email: string,
  memory: Memory | undefined = ofTab(),
  now = Date.now(),
): { isSent: boolean; waitSeconds: number } {
  const kept = read(email, memory);
  if (!kept) return { isSent: false, waitSeconds: 0 };
  const { sentAt, askedAt, waitMs } = kept;
  const isSent = sentAt !== null && now >= sentAt && now < sentAt + CODE_LIFE_MINUTES * 60_000;
  // After the clock was set back, the wait is unknown.
  const left = now < askedAt ? 0 : Math.max(0, askedAt + waitMs - now);
  return { isSent, waitSeconds: Math.ceil(left / 1_000) };
}

export function noteCodeSent(email: string, memory: Memory | undefined = ofTab(), now = Date.now()): void {
  write({ email, sentAt: now, askedAt: now, waitMs: CODE_PAUSE_SECONDS * 1_000 }, memory);
}

/** Records a wait that the server named; no code was sent. */
export function noteCodeWait(
  email: string,
  seconds: number,
  memory: Memory | undefined = ofTab(),
  now = Date.now(),
): void {
  write({ email, sentAt: read(email, memory)?.sentAt ?? null, askedAt: now, waitMs: seconds * 1_000 }, memory);
}

/** The next owner on this device must not see the address. */
export function forgetCodeRequest(memory: Memory | undefined = ofTab()): void {
  memory?.removeItem(KEY);
}

function read(email: string, memory: Memory | undefined): Kept | null {
  try {
    const kept = JSON.parse(memory?.getItem(KEY) ?? 'null') as Kept | null; // our own text; anything else has no such address
    return kept?.email === email ? kept : null;
  } catch {
    // Broken text counts as nothing sent.
    return null;
  }
}

function write(kept: Kept, memory: Memory | undefined): void {
  try {
    memory?.setItem(KEY, JSON.stringify(kept));
  } catch (error) {
    console.info('The time of the last code cannot be kept; the server counts it too', error);
  }
}

function ofTab(): Memory | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    // A browser that forbids storage throws on access. The server still enforces the wait.
    return undefined;
  }
}
