import { seeded } from '../support/seeded.ts';
import type { Plan } from './plan.ts';
import { ticks } from './settled.ts';
import { lookAtServer } from './watch/effects.ts';
import { modelStage, type Stage } from './world/backend.ts';
import { makeSimWorld, type SimWorld } from './world/world.ts';
import { act } from './playing/act.ts';
import { comeToRest } from './playing/come-to-rest.ts';
import { settle } from './playing/settle.ts';

export interface Played {
  plan: Plan;
  violations: string[];
  /** Operations until the end, or until the first violation. */
  operations: number;
  counts: Map<string, number>;
}

/** Plays one history from beginning to end, and lets it come to rest; stops at the first violation. */
export async function play(
  plan: Plan,
  codes: SimWorld['codes'],
  stage: Stage = modelStage(plan.pageSize),
): Promise<Played> {
  const world = makeSimWorld(plan, codes, stage);
  const unhandled = (error: unknown) => world.violations.push(`an error that nobody handles: ${String(error)}`);
  process.on('unhandledRejection', unhandled);
  const stopListening = listen(world);
  let operations = 0;
  try {
    world.wire.random = seeded(plan.seed);
    for (const device of world.devices) for (let n = 0; n < plan.tabs; n++) world.open(device);
    await settle(world);
    world.wire.weather = plan.weather;
    for (const account of world.accounts) await account.backend.backUp();
    for (const op of plan.ops) {
      if (world.violations.length > 0) break;
      operations += 1;
      // Each operation has dice of its own, so that leaving one out does not change the others.
      const random = seeded(op.dice);
      world.wire.random = seeded(op.dice ^ 0x5bd1e995);
      world.count(op.do);
      await act(world, op, random);
      if (op.ticks === null) await settle(world);
      else await ticks(op.ticks);
      await lookAtServer(world);
    }
    if (world.violations.length === 0) await comeToRest(world);
  } catch (error) {
    world.violations.push(`the simulator failed: ${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    for (const device of world.devices) for (const tab of device.tabs) world.close(device, tab, 'kill');
    await ticks(3);
    world.end();
    process.off('unhandledRejection', unhandled);
    stopListening();
  }
  for (const [kind, n] of world.wire.faults) world.count(`network ${kind}`, n);
  world.count('calls', world.wire.calls);
  world.count('resent', world.resent());
  for (const book of world.books.values()) {
    world.count('commits', book.commits);
    for (const end of book.ended.values()) world.count(`ended ${end}`);
  }
  return { plan, violations: world.violations, operations, counts: world.counts };
}

/** The layer says what fails, and goes on. Its own mistakes are not among what may fail. */
function listen(world: SimWorld): () => void {
  const { warn } = console;
  console.warn = (...said: unknown[]) => {
    for (const error of said)
      if (error instanceof Error && mistakes.has(error.name))
        world.violations.push(`R43 a mistake in the code: ${error.stack}`);
    warn(...said);
  };
  return () => void (console.warn = warn);
}

const mistakes = new Set(['TypeError', 'ReferenceError', 'RangeError', 'SyntaxError', 'PrematureCommitError']);
