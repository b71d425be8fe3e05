import { clock } from '../../../lib/clock.ts';
import { useServerTime } from '../server-time.ts';

const ticks = clock(() => 5000);

/** A value of the present time that a ticket or the kitchen's bar shows. */
export const useTick = <T extends string | number | boolean>(read: (now: number) => T): T => useServerTime(ticks, read);
