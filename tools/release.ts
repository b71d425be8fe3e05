import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readEnv } from '../server/env.ts';
import {
  buildOf,
  buildWhenNeeded,
  builtFolder,
  pageSettings,
  projectFolder,
  releaseFile,
} from '../server/web/build.ts';
import { listShippedPackages, writeSbom } from './bill-of-materials.ts';
import { thirdPartyNotices } from './third-party-notices.ts';

/** What an installation needs besides the packages from `npm ci --omit=dev`. */
const CONTENTS = [
  'server',
  'contract',
  'demo',
  'dist',
  'docs',
  'tools/require-node.mjs',
  'tools/trim-packages.mjs',
  'package.json',
  'package-lock.json',
  '.env.example',
  'README.md',
  'LICENSE.md',
  'Containerfile',
  'compose.yaml',
  'compose.scale.yaml',
  'Caddyfile',
  'Caddyfile.scale',
];

// npm run release
// Writes release/galley-VERSION.tar.gz: the server with its pages built. The current VITE_ settings are part of it.

readEnv();
await buildWhenNeeded((message) => console.log(message));
const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as { version: string };
const name = `galley-${version}`;
const out = join(projectFolder, 'release');
const stage = join(projectFolder, '.cache', 'release', name);
rmSync(dirname(stage), { recursive: true, force: true });
mkdirSync(stage, { recursive: true });

for (const path of CONTENTS)
  cpSync(join(projectFolder, path), join(stage, path), { recursive: true, filter: isShipped });
const shipped = listShippedPackages(projectFolder);
writeFileSync(join(stage, 'sbom.cdx.json'), writeSbom(projectFolder, shipped));
writeFileSync(join(stage, 'THIRD-PARTY-NOTICES.txt'), thirdPartyNotices(projectFolder, shipped));
const made = { version, build: buildOf(builtFolder), settings: pageSettings() };
writeFileSync(join(stage, basename(releaseFile)), `${JSON.stringify(made, null, 2)}\n`);

mkdirSync(out, { recursive: true });
const file = join(out, `${name}.tar.gz`);
// Every system that runs Node 24 has tar.
execFileSync('tar', ['-czf', file, '-C', dirname(stage), name]);
rmSync(dirname(stage), { recursive: true });
console.log(`${file}: ${(statSync(file).size / 2 ** 20).toFixed(1)} MB, ${shipped.length} packages listed`);

/** Leaves out what only development needs: tests, the schemas that migrations are made from, pictures of the documentation. */
function isShipped(path: string): boolean {
  if (!existsSync(path)) return false;
  return !/\.test\.tsx?$|_snapshot\.json$/.test(path) && !['screenshots', 'tsconfig.json'].includes(basename(path));
}
