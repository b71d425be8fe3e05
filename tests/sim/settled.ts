/** What never comes to an end is found by what is wrong afterwards. */
const LONGEST = 5_000_000;

/** Until nothing has moved for so many turns of the event loop: no call at the server, no transaction on a disk, no promise about to be kept. */
export async function untilQuiet(isBusy: () => boolean, turns: number): Promise<void> {
  for (let quiet = 0, all = 0; quiet < turns && all < LONGEST; all++) {
    await ticks(1);
    quiet = isBusy() ? 0 : quiet + 1;
  }
}

export async function ticks(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}
