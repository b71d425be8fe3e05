import type { Clock } from '../../data/clock.ts';

const BASE_MS = 500;
const CAP_MS = 60_000;

/** Full jitter: random between zero and the doubled base, so that devices that failed together do not return together. */
export function waitMs(failures: number, random: () => number, retryAfterMs: number | null): number {
  const ceiling = Math.min(CAP_MS, BASE_MS * 2 ** Math.min(failures, 10));
  return Math.max(Math.ceil(random() * ceiling), retryAfterMs ?? 0);
}

/** A period that starts now. Setting the clock back ends it; otherwise it would be prolonged by that much. */
export function makeCooldown({ now }: Clock) {
  let from = 0;
  let until = 0;
  return {
    begin(ms: number) {
      from = now();
      until = from + ms;
    },
    end() {
      until = 0;
    },
    isOn: () => now() >= from && now() < until,
    /** Ms. */
    left: () => (now() >= from ? Math.max(0, until - now()) : 0),
  };
}
