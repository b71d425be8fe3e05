let offsetMs = 0;
let measuredAtMs = 0;
const listeners = new Set<() => void>();

/**
 * The current time by the server's clock, epoch ms. A device's own clock may be wrong by a year, so everything that a screen counts
 * from "now" or compares with it uses this one. Until the server's first answer it is the device's clock.
 */
export const serverNow = (): number => Date.now() + serverOffset();

/** Server clock minus device clock, ms. */
export const serverOffset = (): number => offsetAt(Date.now(), offsetMs, measuredAtMs);

const STEP_MS = 1000;

/**
 * The offset when the device's clock shows `nowMs`, if it was `ms` when that clock showed `atMs`. A clock that shows less than then has been
 * set back: it counts as right now, but the server's time never goes back.
 */
export const offsetAt = (nowMs: number, ms: number, atMs: number): number =>
  nowMs < atMs - STEP_MS ? Math.max(0, atMs + ms - nowMs) : ms;

/** `atMs`: when it was measured, by the device's clock. */
export function setServerOffset(ms: number, atMs = 0): void {
  measuredAtMs = atMs;
  if (ms === offsetMs) return;
  offsetMs = ms;
  for (const listener of listeners) listener();
}

export function onServerOffset(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
