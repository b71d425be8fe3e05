import { clock } from '../../../lib/clock.ts';
import { useServerTime } from '../server-time.ts';

const ticks = clock(() => 5000);

/** A value derived from the current time, for a ticket or the kitchen bar. */
export const useTick = <T extends string | number | boolean>(read: (now: number) => T): T => useServerTime(ticks, read);
