/** Bounds of server clock minus device clock, ms. The server read its clock at some point between request and response. */
export interface ClockOffset {
  least: number;
  most: number;
}

/** `serverMs`: the server's time in the response, accurate to `goodToMs`. `askedMs` and `answeredMs`: by the device's clock. */
export function measureOffset(serverMs: number, askedMs: number, answeredMs: number, goodToMs = 0): ClockOffset {
  const least = serverMs - answeredMs;
  // If the clock was set back in between, only the later measurement holds.
  return { least, most: Math.max(least, serverMs + goodToMs - askedMs) };
}

const STEP_MS = 1000;

/** The clock offset after a response. A slow response does not contradict what a quick one measured. */
export const updateOffset = (known: number, { least, most }: ClockOffset): number =>
  known < least - STEP_MS || known > most + STEP_MS ? Math.round((least + most) / 2) : known;
