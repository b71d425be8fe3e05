import { readFileSync } from 'node:fs';
import type { Op, Plan } from './plan.ts';

/** A history that once broke a rule. A plan and not a seed: a seed means another history as soon as the walk learns something new. */
export interface Pinned {
  why: string;
  /** The planted bug that is that fault again (tests/sim/mutants): with it the history still breaks. Null: it is not known
   * to, because the walk has learned since, or the fault was the simulator's own. */
  mutant: string | null;
  plan: Plan;
}

interface Written extends Omit<Pinned, 'plan'> {
  /** Its operations as "what device tab dice ticks", one after the other. */
  plan: Omit<Plan, 'ops'> & { ops: string };
}

const written = JSON.parse(readFileSync(new URL('corpus.json', import.meta.url), 'utf8')) as Written[];

export const corpus: Pinned[] = written.map(({ plan, ...rest }) => ({
  ...rest,
  plan: { ...plan, ops: plan.ops.split('; ').map(opOf) },
}));

function opOf(text: string): Op {
  const words = text.split(' ');
  const [device, tab, dice, ticks] = words.slice(-4).map((word) => (word === '-' ? null : Number(word)));
  return { do: words.slice(0, -4).join(' ') as Op['do'], device: device!, tab: tab!, dice: dice!, ticks: ticks! };
}
