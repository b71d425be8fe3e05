let offsetMs = 0;
const listeners = new Set<() => void>();

/**
 * The present time as the server has it, epoch ms. A device's own clock may be wrong by a year: what a screen counts from "now", or
 * compares with it, counts from this one. Until the server has been heard once it is the device's.
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
