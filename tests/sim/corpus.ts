import { readFileSync } from 'node:fs';
import type { Op, Plan } from './plan.ts';

/** A history that once violated a rule. Stored as a plan, because a seed yields another history after each change of the simulation. */
export interface Pinned {
  why: string;
  /**
   * The mutant (tests/sim/mutants) with the same fault: with its patch the history must still fail. Null: no mutant is known to make it
   * fail, because the simulation has changed since or the fault was in the simulator.
   */
  mutant: string | null;
  plan: Plan;
}

interface Written extends Omit<Pinned, 'plan'> {
  /** Operations as "name device tab dice ticks", separated by "; ". "-" stands for null. */
  plan: Omit<Plan, 'ops'> & { ops: string };
}

const written = JSON.parse(readFileSync(new URL('corpus.json', import.meta.url), 'utf8')) as Written[];

export const corpus: Pinned[] = written.map(({ plan, ...rest }) => ({
  ...rest,
  plan: { ...plan, ops: plan.ops.split('; ').map(opOf) },
}));

function opOf(text: string): Op {
  const parts = text.split(' ');
  const [device, tab, dice, ticks] = parts.slice(-4).map((part) => (part === '-' ? null : Number(part)));
  return { do: parts.slice(0, -4).join(' ') as Op['do'], device: device!, tab: tab!, dice: dice!, ticks: ticks! };
}
