import { untilIdle } from '../settled.ts';
import type { Simulation } from '../environment/simulation.ts';

/** Waits until nothing moves: no server call, no disk transaction, no promise about to settle. */
export const settle = (sim: Simulation): Promise<void> => untilIdle(sim.busy, 8);
