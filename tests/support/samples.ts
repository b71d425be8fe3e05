import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Sample, SampleArgs } from '../../contract/sample.ts';

const root = join(import.meta.dirname, '../..');
const areas = globSync('contract/*/samples.ts', { cwd: root }).toSorted();
const modules = await Promise.all(areas.map((file) => import(join(root, file)) as Promise<{ samples: Sample[] }>));

/** One successful request for each call, in an order in which they succeed: deletions come last in their area. */
export const samples: Sample[] = modules.flatMap((module) => module.samples);

/** The path and query of a sample's request, relative to the API's base. */
export const urlOf = ({ call }: Sample, { path = {}, query }: SampleArgs): string =>
  call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name]!) +
  (query ? `?${new URLSearchParams(query)}` : '');
