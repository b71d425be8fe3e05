import { seeded } from '../support/seeded.ts';
import type { Plan } from './plan.ts';
import { ticks } from './settled.ts';
import { checkServer } from './watch/effects.ts';
import { modelStage, type Stage } from './environment/backend.ts';
import { makeSimulation, type Simulation } from './environment/simulation.ts';
import { act } from './playing/act.ts';
import { comeToRest } from './playing/come-to-rest.ts';
import { settle } from './playing/settle.ts';

export interface Played {
  plan: Plan;
  violations: string[];
  /** Operations played until the end or the first violation. */
  operations: number;
  counts: Map<string, number>;
}

/** Plays one history and lets it come to rest. Stops at the first violation. */
export async function play(plan: Plan, codes: Simulation['codes'], stage: Stage = modelStage(plan)): Promise<Played> {
  const sim = makeSimulation(plan, codes, stage);
  const unhandled = (error: unknown) => sim.violations.push(`an error that nobody handles: ${String(error)}`);
  process.on('unhandledRejection', unhandled);
  const stopListening = listen(sim);
  let operations = 0;
  try {
    sim.wire.random = seeded(plan.seed);
    for (const device of sim.devices) for (let n = 0; n < plan.tabs; n++) sim.open(device);
    await settle(sim);
    sim.wire.faultRate = plan.faultRate;
    for (const account of sim.accounts) await account.backend.backUp();
    for (const op of plan.ops) {
      if (sim.violations.length > 0) break;
      operations += 1;
      // Each operation has its own random seed, so removing one does not change the others.
      const random = seeded(op.dice);
      sim.wire.random = seeded(op.dice ^ 0x5bd1e995);
      sim.count(op.do);
      await act(sim, op, random);
      if (op.ticks === null) await settle(sim);
      else await ticks(op.ticks);
      await checkServer(sim);
    }
    if (sim.violations.length === 0) await comeToRest(sim);
  } catch (error) {
    sim.violations.push(`the simulator failed: ${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    for (const device of sim.devices) for (const tab of device.tabs) sim.close(device, tab);
    await ticks(3);
    sim.end();
    process.off('unhandledRejection', unhandled);
    stopListening();
  }
  for (const [kind, n] of sim.wire.faults) sim.count(`network ${kind}`, n);
  sim.count('calls', sim.wire.calls);
  sim.count('resent', sim.resent());
  for (const book of sim.books.values()) {
    sim.count('commits', book.commits);
    for (const end of book.ended.values()) sim.count(`ended ${end}`);
  }
  return { plan, violations: sim.violations, operations, counts: sim.counts };
}

/** The sync layer logs failures and continues. Programming errors among them are violations. */
function listen(sim: Simulation): () => void {
  const { warn } = console;
  console.warn = (...message: unknown[]) => {
    for (const error of message)
      if (error instanceof Error && mistakes.has(error.name))
        sim.violations.push(`R43 a mistake in the code: ${error.stack}`);
    warn(...message);
  };
  return () => void (console.warn = warn);
}

const mistakes = new Set(['TypeError', 'ReferenceError', 'RangeError', 'SyntaxError', 'PrematureCommitError']);
