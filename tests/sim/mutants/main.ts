import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { corpus } from '../corpus.ts';
import { replayAll } from '../replay.ts';
import { Misfit, patched } from '../patches.ts';

// npm run simulate:mutants [-- [--only] [--histories N] FILE.patch ...]
// Runs the simulation on one mutant at a time and checks that it fails. FILE adds patches; `--only` leaves out the project's own.

const given = process.argv.slice(2);
const at = given.indexOf('--histories');
/** Upper limit per mutant. */
const HISTORIES = at < 0 ? 300 : Number(given.splice(at, 2)[1]);
/** Upper limit for mutants of the server, which run on the API and PostgreSQL. */
const API_HISTORIES = Math.ceil(HISTORIES / 3);
/** Upper limit for mutants of the way through WhatsApp. */
const PROVIDER_HISTORIES = Math.ceil(HISTORIES / 10);
const isOnlyGiven = given[0] === '--only' && given.shift() !== undefined;
const folder = fileURLToPath(new URL('.', import.meta.url));
const simulator = fileURLToPath(new URL('../main.ts', import.meta.url));

interface Verdict {
  /** "outside": the simulation does not run the patched code, so it cannot find the mutant. */
  is: 'found' | 'MISSED' | 'outside';
  message: string;
}

/** Plays histories until one fails. A patch that does not apply counts as missed. */
async function hunt(file: string): Promise<Verdict> {
  if (!existsSync(file)) return { is: 'MISSED', message: 'there is no such file' };
  let files: string[];
  try {
    files = [...patched(readFileSync(file, 'utf8')).keys()];
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    return { is: 'MISSED', message: `THE PATCH DOES NOT APPLY: ${error.message}` };
  }
  const pinned = corpus.filter(({ mutant }) => file === `${folder}${mutant}.patch`);
  const again =
    pinned.length > 0
      ? await replayAll(
          pinned.map(({ plan }) => plan),
          file,
        )
      : [];
  if (again.some((violations) => violations.length === 0))
    return { is: 'MISSED', message: 'its history in the corpus does not find it any more' };
  // The simulation may miss a rare one, so the corpus keeps a history for it.
  if (again[0]?.[0]) return { is: 'found', message: `in its history of the corpus: ${again[0][0].slice(0, 110)}` };
  const isServer = files.some((name) => name.startsWith('server/'));
  const serverOptions = file.startsWith(`${folder}provider/`)
    ? ['provider', '--histories', PROVIDER_HISTORIES]
    : isServer
      ? ['api', '--histories', API_HISTORIES]
      : ['model', '--histories', HISTORIES];
  // A rule that both sides get wrong: comparing them finds nothing.
  const planted = file.startsWith(`${folder}rules/`) ? '--everywhere' : '--patch';
  const output = await simulate(['--server', ...serverOptions.map(String), planted, file]);
  const idle = files.filter((name) => output.includes(`The patch of ${name} was never loaded`));
  if (idle.length === files.length)
    return {
      is: 'outside',
      message: `the simulation does not run ${idle.join(', ')}: what it runs is in tests/sim/environment/layer.ts, the rest has tests of its own`,
    };
  const [, histories, operations] = /(\d+) histories from seed.*?(\d+) operations,/s.exec(output) ?? [];
  const violation = /breaks after \d+ operations:\n {2}(.{0,110})/.exec(output)?.[1];
  if (operations === undefined) return { is: 'MISSED', message: `it does not run: ${faultOf(output)}` };
  const played = `${histories} histories, ${operations} operations`;
  const part = idle.length > 0 ? `; the simulation does not run its change of ${idle.join(', ')}` : '';
  if (violation === undefined) return { is: 'MISSED', message: `NOT FOUND in ${played}${part}` };
  return { is: 'found', message: `in ${played}: ${violation}` };
}

async function simulate(options: string[]): Promise<string> {
  const always = ['--failures', '1', '--shrink', 'no', '--workers', '1'];
  const child = spawn(process.execPath, [simulator, ...always, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (output += piece.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  return output;
}

/** The first line that names an error. */
const faultOf = (output: string): string =>
  output
    .split('\n')
    .find((line) => /Error\b/.test(line))
    ?.trim() ??
  output.trim().split('\n').at(-1) ??
  '';

const own = isOnlyGiven
  ? []
  : readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.patch'))
      .map((name) => `${folder}${name}`);
const queue = [...own, ...given.map((file) => resolve(file))].sort();
const began = performance.now();
const counts = { found: 0, MISSED: 0, outside: 0 };

async function work(): Promise<void> {
  for (let file = queue.shift(); file; file = queue.shift()) {
    const { is, message } = await hunt(file);
    counts[is] += 1;
    console.log(`${is.padEnd(7)} ${basename(file, '.patch')}: ${message}`);
  }
}

await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));
const outside = counts.outside > 0 ? `, ${counts.outside} outside of what is simulated` : '';
const seconds = Math.round((performance.now() - began) / 1000);
console.log(`\n${counts.found} mutants found, ${counts.MISSED} not${outside}; ${seconds} s`);
process.exitCode = counts.MISSED + counts.outside > 0 ? 1 : 0;
