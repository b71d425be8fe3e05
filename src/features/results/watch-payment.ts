import type * as z from 'zod/mini';
import type { PaymentResult } from '../../../contract/payments/calls.ts';

export type Payment = z.infer<typeof PaymentResult>;

/** The result of one request. */
export type PaymentLookup =
  | { kind: 'payment'; payment: Payment }
  | { kind: 'unknown' }
  /** No network, a busy server, or one that refuses requests for a while. */
  | { kind: 'unanswered'; waitMs: number };

/** What is known now. `over`: this page does not ask again by itself. */
export type Sight =
  | { kind: 'confirming' | 'unreached'; isOver: boolean }
  | { kind: 'unknown' }
  | { kind: 'settled'; payment: Payment };

interface WatchEnvironment {
  look(): Promise<PaymentLookup>;
  after(ms: number, task: () => void): () => void;
  onSight(sight: Sight): void;
}

/** Pauses between requests, ms: a minute and a half in total, then only on request. */
export const PAUSES_MS = [1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 21_000, 34_000];

/**
 * Polls a payment until the provider's result has arrived, with growing pauses and not for ever. Asking changes nothing on the
 * server, so `begin` may be called at any time: after a reload, by hand, or when the network returns.
 */
export function makeWatch({ look, after, onSight }: WatchEnvironment) {
  let turn = 0;
  let stopWaiting = () => {};

  async function round(mine: number, n: number): Promise<void> {
    const seen = await look();
    if (mine !== turn) return;
    if (seen.kind === 'unknown') return onSight(seen);
    if (seen.kind === 'payment' && seen.payment.payment_status !== 'pending')
      return onSight({ kind: 'settled', payment: seen.payment });
    const pause = PAUSES_MS[n];
    onSight({ kind: seen.kind === 'unanswered' ? 'unreached' : 'confirming', isOver: pause === undefined });
    if (pause === undefined) return;
    const asked = seen.kind === 'unanswered' ? seen.waitMs : 0;
    stopWaiting = after(Math.max(pause, asked), () => void round(mine, n + 1));
  }

  function stop(): void {
    turn += 1;
    stopWaiting();
  }

  return {
    begin(): void {
      stop();
      void round(turn, 0);
    },
    stop,
  };
}
