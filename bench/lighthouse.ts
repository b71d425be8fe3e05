import { execFile as execFileAndCall } from 'node:child_process';
import { promisify } from 'node:util';
import { buildApp } from '../tests/e2e/built.ts';
import { startGalley } from '../tests/e2e/galley.ts';
import { chromiumLaunch } from '../tests/support/chromium.ts';

// npm run bench:lighthouse [-- PATH ...]
// Lighthouse's mobile preset (a phone four times slower, 1.6 Mbit/s, 150 ms) on pages that strangers open. By hand, on a machine that does
// nothing else: the speed that it reports is the machine's too. The program is fetched by npm when it is first asked for.

const PROGRAM = 'lighthouse@13.5.0';
const RUNS = Number(process.env['RUNS'] ?? 3);
const asked = { performance: 0.95, accessibility: 1, 'best-practices': 1, seo: 1 } as const;
type Category = keyof typeof asked;

interface Report {
  categories: Record<Category, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string; displayValue?: string; scoreDisplayMode: string }>;
}

const execFile = promisify(execFileAndCall);
const paths = process.argv.slice(2);
const launch = await chromiumLaunch();
await buildApp();
const galley = await startGalley();
let isReached = true;
try {
  for (const path of paths.length > 0 ? paths : ['/restaurant', '/business', '/login']) {
    const reports: Report[] = [];
    for (let i = 0; i < RUNS; i++) reports.push(await look(galley.origin + path));
    for (const category of Object.keys(asked) as Category[]) {
      const score = median(reports.map(({ categories }) => categories[category].score));
      const isEnough = score >= asked[category];
      isReached &&= isEnough;
      console.log(
        `${path.padEnd(14)} ${category.padEnd(16)} ${(score * 100).toFixed(0).padStart(3)} of ${asked[category] * 100} ${isEnough ? 'yes' : 'NO'}`,
      );
      if (score < 1) for (const line of lost(reports[0]!, category)) console.log(`${' '.repeat(31)} ${line}`);
    }
  }
} finally {
  await galley.dispose();
}
process.exitCode = isReached ? 0 : 1;

async function look(url: string): Promise<Report> {
  const flags = `--headless=new ${(launch.args ?? []).join(' ')} --no-sandbox`;
  const { stdout } = await execFile(
    'npx',
    ['--yes', PROGRAM, url, '--quiet', '--output=json', '--output-path=stdout', `--chrome-flags=${flags}`],
    { env: { ...process.env, CHROME_PATH: launch.executablePath ?? '' }, maxBuffer: 1e8 },
  );
  return JSON.parse(stdout) as Report;
}

/** What cost points, in Lighthouse's own words. */
function lost({ categories, audits }: Report, category: Category): string[] {
  return categories[category].auditRefs
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id}: ${audits[id]!.displayValue ?? audits[id]!.title}`);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
