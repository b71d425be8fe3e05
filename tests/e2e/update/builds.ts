import { execFile as execFileAndCall } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execFile = promisify(execFileAndCall);

/** Three builds that follow each other. `third` brings a new version of the local database, as an upgrade does. */
export type Build = 'first' | 'second' | 'third';
export const builds = { first: 1, second: 1, third: 2 } as const satisfies Record<Build, number>;

export interface Built {
  folderOf(build: Build): string;
  dispose(): Promise<void>;
}

/** Real builds of the current sources, each with its own mark in every chunk. */
export async function buildAll(): Promise<Built> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-builds-'));
  const folderOf = (build: Build) => join(folder, build);
  for (const [build, epoch] of Object.entries(builds)) {
    await buildOne(folderOf(build as Build), build, epoch);
  }
  return { folderOf, dispose: () => rm(folder, { recursive: true, force: true }) };
}

/** One real build of the current sources into `folder`; `env` holds settings that are built into the pages. */
export async function buildOne(
  folder: string,
  name: string,
  epoch: number,
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  await execFile(process.execPath, [join(import.meta.dirname, 'build.ts'), folder, name, String(epoch)], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });
  if (!existsSync(join(folder, 'sw.js'))) throw new Error(`The ${name} build has no service worker`);
}
