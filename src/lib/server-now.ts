let offsetMs = 0;
const listeners = new Set<() => void>();

/**
 * The current time by the server's clock, epoch ms. A device's own clock may be wrong by a year, so everything that a screen counts
 * from "now" or compares with it uses this one. Until the server's first answer it is the device's clock.
 */
export const serverNow = (): number => Date.now() + offsetMs;

/** Server clock minus device clock, ms. */
export const serverOffset = (): number => offsetMs;

export function setServerOffset(ms: number): void {
  if (ms === offsetMs) return;
  offsetMs = ms;
  for (const listener of listeners) listener();
}

export function onServerOffset(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
