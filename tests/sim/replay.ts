import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Plan } from './plan.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

/** Plays plans in a separate process through main.ts and returns the violations of each. `patch`: path of a mutant to apply. */
export async function replayAll(plans: Plan[], patch?: string): Promise<string[][]> {
  const planted = patch === undefined ? [] : ['--patch', patch];
  const child = spawn(process.execPath, [main, '--replay', '-', ...planted], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(plans));
  let output = '';
  for await (const piece of child.stdout) output += String(piece);
  return JSON.parse(output) as string[][];
}
