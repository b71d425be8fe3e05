import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { makePlan } from './plan.ts';
import { shrink } from './shrink.ts';
import { idleness, LONG_HISTORY } from './tally.ts';
import type { Played } from './play.ts';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

async function simulate(...options: string[]): Promise<{ code: number | null; output: string }> {
  const always = ['--server', 'model', '--shrink', 'no', '--seed', '7'];
  const child = spawn(process.execPath, [here('main.ts'), ...always, ...options]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += piece.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

const countOf = (output: string, name: string) => Number(new RegExp(`\\b${name} (\\d+)`).exec(output)?.[1] ?? 0);

describe('the simulation', () => {
  test('finds no violation while people act and messages are lost (R1, R11)', async () => {
    const { code, output } = await simulate('--histories', '8', '--length', '120');
    expect([output.includes('violations: 0'), code]).toEqual([true, 0]);
    for (const [name, least] of Object.entries({
      saved: 100,
      'ended done': 60,
      'ended dead': 5,
      resent: 20,
      commits: 500,
    }))
      expect([name, countOf(output, name) >= least]).toEqual([name, true]);
  });

  test('finds a mutant and names the violated rule (R9)', async () => {
    const { code, output } = await simulate(
      '--histories',
      '20',
      '--failures',
      '1',
      '--patch',
      here('mutants/ack-wait-removed.patch'),
    );
    expect(code).toBe(1);
    expect(output).toMatch(/breaks after \d+ operations:\n {2}R9 /);
  });

  test('counts as idle if a needed event never happened', () => {
    expect(idleness({ operations: LONG_HISTORY, counts: {} })).toContain('power lost');
    expect(idleness({ operations: LONG_HISTORY, counts: { 'power lost': 1 } })).not.toContain('power lost');
  });
});

describe('a plan', () => {
  test('is the same for the same seed', () => {
    expect(makePlan(5, 50)).toEqual(makePlan(5, 50));
    expect(makePlan(5, 50)).not.toEqual(makePlan(6, 50));
  });

  test('shrinks to the operations that violate the rule', async () => {
    // A purge after an eviction violates a rule here.
    const broken = async (plan: ReturnType<typeof makePlan>): Promise<Played> => {
      const evicted = plan.ops.findIndex((op) => op.do === 'evict');
      const purged = plan.ops.findIndex((op, n) => op.do === 'purge' && evicted >= 0 && n > evicted);
      const operations = purged < 0 ? plan.ops.length : purged + 1;
      return { plan, operations, violations: purged < 0 ? [] : ['R15 it broke'], counts: new Map() };
    };
    const plan = makePlan(1, 2000);
    const small = await shrink(await broken(plan), broken);
    expect(small.plan.ops.map((op) => op.do)).toEqual(['evict', 'purge']);
  });
});
