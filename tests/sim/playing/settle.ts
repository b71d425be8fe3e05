import { untilQuiet } from '../settled.ts';
import type { SimWorld } from '../world/world.ts';

/** Until nothing moves: no call at the server, no transaction on a disk, no promise about to be kept. */
export const settle = (world: SimWorld): Promise<void> => untilQuiet(world.busy, 8);
