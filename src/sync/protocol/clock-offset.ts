/** By how much the server's clock is ahead of the device's, ms: it has told its time somewhere between the question and the answer. */
export interface ClockOffset {
  least: number;
  most: number;
}

/** `serverMs` is what the answer told, good to `goodToMs`; asked and answered by the device's clock. */
export function measureOffset(serverMs: number, askedMs: number, answeredMs: number, goodToMs = 0): ClockOffset {
  const least = serverMs - answeredMs;
  // A clock that was set back meanwhile: what was measured just now is true of it.
  return { least, most: Math.max(least, serverMs + goodToMs - askedMs) };
}

const STEP_MS = 1000;

/** The clocks' distance after an answer. One that was long on its way does not contradict what a quick one has said. */
export const updateOffset = (known: number, { least, most }: ClockOffset): number =>
  known < least - STEP_MS || known > most + STEP_MS ? Math.round((least + most) / 2) : known;
