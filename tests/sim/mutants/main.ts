import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { corpus } from '../corpus.ts';
import { replayAll } from '../replay.ts';
import { Misfit, patched } from '../patches.ts';

// npm run simulate:mutants [-- [--only] [--histories N] FILE.patch ...]
// Plants one bug of the protocol after the other and asks whether the simulation finds it. Further bugs are given as patch files; with
// `--only` before them the project's own are left out.

const given = process.argv.slice(2);
const at = given.indexOf('--histories');
/** At most. */
const HISTORIES = at < 0 ? 300 : Number(given.splice(at, 2)[1]);
/** On the API and PostgreSQL, for bugs of the server. */
const API_HISTORIES = Math.ceil(HISTORIES / 3);
const isOnlyGiven = given[0] === '--only' && given.shift() !== undefined;
const folder = fileURLToPath(new URL('.', import.meta.url));
const simulator = fileURLToPath(new URL('../main.ts', import.meta.url));

interface Verdict {
  /** "outside": the simulation runs nothing of it, so that nothing can be said. */
  is: 'found' | 'MISSED' | 'outside';
  words: string;
}

/** Runs histories until one breaks. A patch that does not fit is not a bug that was found. */
async function hunt(file: string): Promise<Verdict> {
  if (!existsSync(file)) return { is: 'MISSED', words: 'there is no such file' };
  let files: string[];
  try {
    files = [...patched(readFileSync(file, 'utf8')).keys()];
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    return { is: 'MISSED', words: `THE PATCH DOES NOT FIT: ${error.message}` };
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
    return { is: 'MISSED', words: 'its history in the corpus does not find it any more' };
  // So rare that the walk may miss it: that is why its history is kept.
  if (again[0]?.[0]) return { is: 'found', words: `in its history of the corpus: ${again[0][0].slice(0, 110)}` };
  const isServer = files.some((name) => name.startsWith('server/'));
  const asked = isServer ? ['api', '--histories', API_HISTORIES] : ['model', '--histories', HISTORIES];
  // A rule that both sides have wrong: no comparison of one with the other shows it.
  const planted = file.startsWith(`${folder}rules/`) ? '--everywhere' : '--patch';
  const said = await simulate(['--server', ...asked.map(String), planted, file]);
  const idle = files.filter((name) => said.includes(`The patch of ${name} was never loaded`));
  if (idle.length === files.length)
    return {
      is: 'outside',
      words: `the simulation does not run ${idle.join(', ')}: what it runs is in tests/sim/world/layer.ts, the rest has tests of its own`,
    };
  const [, histories, operations] = /(\d+) histories from seed.*?(\d+) operations,/s.exec(said) ?? [];
  const violation = /breaks after \d+ operations:\n {2}(.{0,110})/.exec(said)?.[1];
  if (operations === undefined) return { is: 'MISSED', words: `it does not run: ${faultOf(said)}` };
  const played = `${histories} histories, ${operations} operations`;
  const part = idle.length > 0 ? `; the simulation does not run its change of ${idle.join(', ')}` : '';
  if (violation === undefined) return { is: 'MISSED', words: `NOT FOUND in ${played}${part}` };
  return { is: 'found', words: `in ${played}: ${violation}` };
}

async function simulate(options: string[]): Promise<string> {
  const always = ['--failures', '1', '--shrink', 'no', '--workers', '1'];
  const child = spawn(process.execPath, [simulator, ...always, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stdout.on('data', (piece: Buffer) => (said += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (said += piece.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  return said;
}

/** The first line that names an error. */
const faultOf = (said: string): string =>
  said
    .split('\n')
    .find((line) => /Error\b/.test(line))
    ?.trim() ??
  said.trim().split('\n').at(-1) ??
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
    const { is, words } = await hunt(file);
    counts[is] += 1;
    console.log(`${is.padEnd(7)} ${basename(file, '.patch')}: ${words}`);
  }
}

await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));
const outside = counts.outside > 0 ? `, ${counts.outside} outside of what is simulated` : '';
const seconds = Math.round((performance.now() - began) / 1000);
console.log(`\n${counts.found} planted bugs found, ${counts.MISSED} not${outside}; ${seconds} s`);
process.exitCode = counts.MISSED + counts.outside > 0 ? 1 : 0;
