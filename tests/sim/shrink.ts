import type { Played } from './play.ts';
import type { Op, Plan } from './plan.ts';

/** The rule that a violation names. A smaller history must violate the same rule. */
export const ruleOf = (violation: string): string => violation.split(' ')[0] ?? '';

/**
 * Returns the smallest history found that violates the same rule. Removes operations in ever smaller pieces, then simplifies the plan.
 * Each operation has its own random seed, so the others stay the same. `tries` limits the number of plays.
 */
export async function shrink(failed: Played, again: (plan: Plan) => Promise<Played>, tries = 400): Promise<Played> {
  const rule = ruleOf(failed.violations[0] ?? '');
  let best: Played = { ...failed, plan: { ...failed.plan, ops: failed.plan.ops.slice(0, failed.operations) } };
  let left = tries;

  const accept = async (plan: Plan): Promise<boolean> => {
    if (left-- <= 0) return false;
    const played = await again(plan);
    if (!played.violations.some((violation) => ruleOf(violation) === rule)) return false;
    best = { ...played, plan: { ...plan, ops: plan.ops.slice(0, played.operations) } };
    return true;
  };

  for (let size = Math.ceil(best.plan.ops.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = best.plan.ops.length - size; at > -size && left > 0; at -= size) {
      const ops = best.plan.ops.filter((_, i) => i < at || i >= at + size);
      if (ops.length < best.plan.ops.length) await accept({ ...best.plan, ops });
    }
  }
  const { plan } = best;
  const simpler: Partial<Plan>[] = [
    { faultRate: 0 },
    { isOverHttp: false },
    { skews: plan.skews.map(() => 0) },
    { pageSize: 500 },
    { hasLocks: true },
    { tabs: 1 },
    { devices: 1, skews: plan.skews.slice(0, 1) },
  ];
  for (const change of simpler) await accept({ ...best.plan, ...change });
  for (let i = 0; i < best.plan.ops.length; i++) {
    const calmer: Op[] = best.plan.ops.map((op, n) => (n === i ? { ...op, ticks: null } : op));
    if (best.plan.ops[i]!.ticks !== null) await accept({ ...best.plan, ops: calmer });
  }
  return best;
}

/** Prints a failing history as a test to paste. */
export function asTest({ plan, violations }: Played): string {
  const ops = plan.ops.map((op) => `      ${JSON.stringify(op)},`).join('\n');
  const head = JSON.stringify({ ...plan, ops: undefined }).slice(1, -1);
  return `test(${JSON.stringify(`a history that once broke: ${violations[0] ?? ''}`)}, async () => {
  const plan: Plan = {
    ${head},
    ops: [
${ops}
    ],
  };
  expect(await replayAll([plan])).toEqual([[]]);
});`;
}
