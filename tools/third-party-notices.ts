import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ShippedPackage } from './bill-of-materials.ts';

/** The licences of a release: each text once, under its packages. */
export function thirdPartyNotices(project: string, shipped: ShippedPackage[]): string {
  const byText = new Map<string, string[]>();
  for (const { name, version, license, path } of shipped) {
    const text = textOf(join(project, path));
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  const sections = [...byText].map(([text, names]) => `${[...new Set(names)].join('\n')}\n\n${text}`);
  return [
    'Galley contains or needs the packages below. Their licences follow, each text under the packages that it is of.',
    ...sections,
  ].join(`\n\n${'-'.repeat(80)}\n\n`);
}

/** A package for another platform is not on this disk, and some packages contain no text: then the licence's id is used. */
function textOf(folder: string): string {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const texts = files
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .toSorted()
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
  return texts.join('\n\n') || 'The package carries no text of its own; the licence is the one named above.';
}
