import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Rewrites imports from Fluent's two barrel files to the module of each name. Otherwise the bundler puts every Fluent component and
 * icon that any screen uses into the first chunk, because all of them share a barrel's module.
 */
export function fluentImports(): Plugin {
  const components = componentPackages();
  const sourceOf = { components: (name: string) => components.get(name), icons: iconModule };
  return {
    name: 'galley:fluent-imports',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\.[jt]sx?$/, code: /@fluentui\/react-(components|icons)['"]/ },
      handler(code) {
        return { code: rewriteImports(code, sourceOf), map: null };
      },
    },
  };
}

type Barrel = 'components' | 'icons';
type SourceOf = Record<Barrel, (name: string) => string | undefined>;

const importFromBarrel = /import\s+(type\s+)?\{([^}]*)\}\s*from\s*['"]@fluentui\/react-(components|icons)['"];?/g;

/** Throws on a name that no package has, and on `import *`, which would bring the whole barrel back. */
export function rewriteImports(code: string, sourceOf: SourceOf): string {
  if (/import\s*\*\s*as\s+\w+\s+from\s*['"]@fluentui\/react-(components|icons)['"]/.test(code)) {
    throw new Error('Import names from @fluentui/react-components or @fluentui/react-icons, not the whole package');
  }
  return code.replace(importFromBarrel, (_all, typeOnly: string | undefined, list: string, barrel: Barrel) => {
    if (typeOnly) return '';
    const bySource = new Map<string, string[]>();
    for (const specifier of list
      .replaceAll(/\/\/.*$/gm, '')
      .split(',')
      .map((s) => s.trim())) {
      if (specifier === '' || specifier.startsWith('type ')) continue;
      const name = specifier.split(/\s+as\s+/)[0]!;
      const source = sourceOf[barrel](name);
      if (source === undefined) throw new Error(`@fluentui/react-${barrel} has no ${name}`);
      bySource.set(source, [...(bySource.get(source) ?? []), specifier]);
    }
    return [...bySource].map(([source, names]) => `import { ${names.join(', ')} } from '${source}';`).join(' ');
  });
}

const require = createRequire(import.meta.url);
const folderOf = (name: string) => dirname(require.resolve(`${name}/package.json`));

/** Exported name → sub-package, read from the barrel itself. A renamed export (`useFluent_unstable as useFluent`) is left out. */
function componentPackages(): Map<string, string> {
  const barrel = readFileSync(join(folderOf('@fluentui/react-components'), 'lib/index.js'), 'utf8').replaceAll(
    /\/\/.*$/gm,
    '',
  );
  const packages = new Map<string, string>();
  for (const [, names, source] of barrel.matchAll(/export\s*\{([^}]*)\}\s*from\s*"([^"]+)"/g)) {
    for (const name of names!.split(',').map((s) => s.trim())) if (!name.includes(' as ')) packages.set(name, source!);
  }
  return packages;
}

const iconFolder = () => join(folderOf('@fluentui/react-icons'), 'lib/atoms/svg');
let iconsByName: Map<string, string> | undefined;

/** "AddCircle20Regular" → "@fluentui/react-icons/svg/add-circle". Only few names need the slow search through every file. */
function iconModule(name: string): string | undefined {
  const kebab = name
    .replace(/(\d+)?(Regular|Filled|Light|Color)$/, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase();
  if (name !== kebab && existsSync(join(iconFolder(), `${kebab}.js`)) && holds(kebab, name)) return iconPath(kebab);
  iconsByName ??= allIcons();
  const file = iconsByName.get(name);
  return file === undefined ? utilityOf(name) : iconPath(file);
}

const iconPath = (file: string) => `@fluentui/react-icons/svg/${file}`;
const exportsOf = (file: string) =>
  [...readFileSync(join(iconFolder(), `${file}.js`), 'utf8').matchAll(/export const (\w+)/g)].map((m) => m[1]!);
const holds = (file: string, name: string) => exportsOf(file).includes(name);

function allIcons(): Map<string, string> {
  const files = readdirSync(iconFolder())
    .filter((f) => f.endsWith('.js'))
    .map((f) => f.slice(0, -3));
  return new Map(files.flatMap((file) => exportsOf(file).map((name) => [name, file] as const)));
}

/** bundleIcon, iconFilledClassName and similar, which Fluent's own packages import from the icons' barrel. */
const utilities = new Set([
  'bundleIcon',
  'iconFilledClassName',
  'iconRegularClassName',
  'createFluentIcon',
  'wrapIcon',
]);
const utilityOf = (name: string) => (utilities.has(name) ? '@fluentui/react-icons/utils' : undefined);
