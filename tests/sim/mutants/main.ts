import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

// npm run simulate:mutants [-- FILE.patch ...]
// Plants one bug of the protocol after the other and asks whether the simulation finds it. Further bugs are given as patch files.

const HISTORIES = 200;
const folder = fileURLToPath(new URL('.', import.meta.url));
const simulator = fileURLToPath(new URL('../main.ts', import.meta.url));

interface Verdict {
  isFound: boolean;
  words: string;
}

/** Runs histories until one breaks. A patch that does not fit is not a bug that was found. */
async function hunt(file: string): Promise<Verdict> {
  const asked = ['--server', 'model', '--histories', String(HISTORIES), '--failures', '1', '--shrink', 'no'];
  const child = spawn(process.execPath, [simulator, ...asked, '--patch', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stdout.on('data', (piece: Buffer) => (said += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (said += piece.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  const operations = /(\d+) operations,/.exec(said)?.[1];
  const violation = /breaks after \d+ operations:\n {2}(.{0,110})/.exec(said)?.[1];
  if (said.includes('never loaded')) return { isFound: false, words: 'the patched file is not part of the layer' };
  if (operations === undefined) return { isFound: false, words: `it does not run: ${said.trim().split('\n').at(-1)}` };
  if (violation === undefined) return { isFound: false, words: `NOT FOUND in ${operations} operations` };
  return { isFound: true, words: `after ${operations} operations: ${violation}` };
}

const own = readdirSync(folder)
  .filter((name) => name.endsWith('.patch'))
  .map((name) => `${folder}${name}`);
const queue = [...own, ...process.argv.slice(2)].sort();
let missed = 0;
let found = 0;

async function work(): Promise<void> {
  for (let file = queue.shift(); file; file = queue.shift()) {
    const { isFound, words } = await hunt(file);
    if (isFound) found += 1;
    else missed += 1;
    console.log(`${isFound ? 'found ' : 'MISSED'}  ${basename(file, '.patch')}: ${words}`);
  }
}

await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));
console.log(`\n${found} planted bugs found, ${missed} not`);
process.exitCode = missed > 0 ? 1 : 0;
