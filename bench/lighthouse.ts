import { execFile as execFileAndCall } from 'node:child_process';
import { promisify } from 'node:util';
import { buildApp } from '../tests/e2e/built.ts';
import { startGalley } from '../tests/e2e/galley.ts';
import { makePhotoMenu } from './photo-menu.ts';
import { chromiumLaunch } from '../tests/support/chromium.ts';

// npm run bench:lighthouse [-- PATH ...]; the path "website" stands for a restaurant's menu with 60 photographs
// Lighthouse's mobile preset (a phone four times slower, 1.6 Mbit/s, 150 ms) on public pages. Run it by hand on an idle machine,
// because its speed affects the result. npm fetches the program on first use.

const PROGRAM = 'lighthouse@13.5.0';
const RUNS = Number(process.env['RUNS'] ?? 3);
/** The website of the demonstration. */
const DEMO_SITE = '/site/spice-route';
const required = { performance: 0.95, accessibility: 1, 'best-practices': 1, seo: 1 } as const;
type Category = keyof typeof required;

interface Report {
  categories: Record<Category, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string; displayValue?: string; scoreDisplayMode: string }>;
}

const execFile = promisify(execFileAndCall);
const paths = process.argv.slice(2);
const launch = await chromiumLaunch();
await buildApp();
const galley = await startGalley({ env: { DEMO: '1' } });
let isReached = true;
try {
  for (const named of paths.length > 0 ? paths : ['/restaurant', '/business', '/login', DEMO_SITE, 'website']) {
    const path = named === 'website' ? await makePhotoMenu(galley) : named;
    const reports: Report[] = [];
    for (let i = 0; i < RUNS; i++) reports.push(await audit(galley.origin + path));
    for (const category of Object.keys(required) as Category[]) {
      const score = median(reports.map(({ categories }) => categories[category].score));
      const isEnough = score >= required[category];
      isReached &&= isEnough;
      console.log(
        `${path.padEnd(14)} ${category.padEnd(16)} ${(score * 100).toFixed(0).padStart(3)} of ${required[category] * 100} ${isEnough ? 'yes' : 'NO'}`,
      );
      if (score < 1) for (const line of lost(reports[0]!, category)) console.log(`${' '.repeat(31)} ${line}`);
    }
  }
} finally {
  await galley.dispose();
}
process.exitCode = isReached ? 0 : 1;

async function audit(url: string): Promise<Report> {
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
