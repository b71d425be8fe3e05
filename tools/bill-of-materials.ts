import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockEntry {
  version: string;
  license?: string;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

export interface ShippedPackage {
  name: string;
  version: string;
  license: string;
  /** Path in the lock file and on disk, such as node_modules/pg. */
  path: string;
}

/**
 * The packages of a release: those that the server loads, those that are bundled into the pages, and all their dependencies. The
 * bundled ones are devDependencies, because an installation does not fetch them.
 */
export function listShippedPackages(project: string): ShippedPackage[] {
  const { packages } = readLock(project);
  const { dependencies } = packages['']!;
  const found = new Map<string, LockEntry>();
  const visit = (name: string, from: string) => {
    const path = resolveIn(packages, name, from);
    // An optional or peer package that is not installed.
    if (path === undefined || found.has(path)) return;
    const entry = packages[path]!;
    found.set(path, entry);
    const needed = { ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies };
    for (const next of Object.keys(needed)) visit(next, path);
  };
  for (const name of [...Object.keys(dependencies ?? {}), ...packagesOfPages(project)]) visit(name, '');
  return [...found]
    .map(([path, { version, license = 'unknown' }]) => ({ name: nameOf(path), version, license, path }))
    .toSorted((a, b) => a.path.localeCompare(b.path, 'en'));
}

/** What the pages and the service worker import. */
export function packagesOfPages(project: string): string[] {
  const files = globSync(['src/**/*.{ts,tsx}', 'sw/**/*.ts', 'site/scripts/**/*.ts', 'contract/**/*.ts'], {
    cwd: project,
  });
  const names = files
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) => importedPackages(readFileSync(join(project, file), 'utf8')));
  return [...new Set(names)].toSorted();
}

/** The packages that a source imports, except types. */
export function importedPackages(source: string): string[] {
  const found = source.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^'.][^']*)'|import\('([^'.][^']*)'\)/g,
  );
  return [...found]
    .map((match) => match[1] ?? match[2]!)
    .filter((specifier) => !/^(node|virtual):/.test(specifier))
    .map((specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'));
}

/** The CycloneDX document of these packages, which npm generates from the lock file. */
export function writeSbom(project: string, shipped: ShippedPackage[]): string {
  const all = JSON.parse(
    execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--sbom-type=application'], {
      cwd: project,
      encoding: 'utf8',
      maxBuffer: 1e8,
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as Sbom;
  const ids = new Set(shipped.map(({ name, version }) => `${name}@${version}`));
  const root = all.metadata.component;
  // npm names it after the folder.
  root.name = 'galley';
  return `${JSON.stringify(
    {
      ...all,
      components: all.components.filter(({ name, version }) => ids.has(`${name}@${version}`)),
      dependencies: all.dependencies
        .filter(({ ref }) => ref === root['bom-ref'] || ids.has(ref))
        .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((id) => ids.has(id)) })),
    },
    null,
    2,
  )}\n`;
}

interface Sbom {
  metadata: { component: { name: string; 'bom-ref': string } };
  components: { name: string; version: string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

export function readLock(project: string): { packages: Record<string, LockEntry> } {
  return JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>;
  };
}

/** Where Node would find `name` from the package at `from`. */
function resolveIn(packages: Record<string, LockEntry>, name: string, from: string): string | undefined {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('node_modules/') - 1))) {
    const path = `${base ? `${base}/` : ''}node_modules/${name}`;
    if (packages[path]) return path;
    if (!base) return undefined;
  }
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
