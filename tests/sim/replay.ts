import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Plan } from './plan.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

/** Plays plans in a process of their own, as the command does, and answers what was wrong with each. `patch`: a bug that is planted. */
export async function replayAll(plans: Plan[], patch?: string): Promise<string[][]> {
  const planted = patch === undefined ? [] : ['--patch', patch];
  const child = spawn(process.execPath, [main, '--replay', '-', ...planted], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(plans));
  let said = '';
  for await (const piece of child.stdout) said += String(piece);
  return JSON.parse(said) as string[][];
}
