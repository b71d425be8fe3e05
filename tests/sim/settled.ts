/** Upper bound of turns. If work never ends, the checks afterwards find it. */
const LONGEST = 5_000_000;

/** Waits for this many quiet turns of the event loop: no server call, no disk transaction, no promise about to settle. */
export async function untilIdle(isBusy: () => boolean, turns: number): Promise<void> {
  for (let idle = 0, all = 0; idle < turns && all < LONGEST; all++) {
    await ticks(1);
    idle = isBusy() ? 0 : idle + 1;
  }
}

export async function ticks(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}
