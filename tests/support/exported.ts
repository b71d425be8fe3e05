import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IMPORT_PART_BYTES, type ImportedData } from '../../contract/account/calls.ts';
import { readArchive, writeArchive } from '../../server/backup/archive.ts';
import type { Entry } from '../../server/backup/tar.ts';
import { callApi, type Answered } from './api.ts';
import type { TestApp } from './server.ts';
import type { SignedUp } from './sign-up.ts';

/** The answer to a request for an export, as a browser gets it. */
export const requestExport = async (app: TestApp, { token, password }: SignedUp): Promise<Response> =>
  app.fetch(
    new Request('http://localhost/backend/settings/export', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ current_password: password }),
    }),
  );

export async function exportOf(app: TestApp, owner: SignedUp): Promise<Buffer> {
  const response = await requestExport(app, owner);
  if (!response.ok) throw new Error(await response.text());
  return Buffer.from(await response.arrayBuffer());
}

/** Sends a file in parts and imports it. */
export async function importFile(
  app: TestApp,
  { token }: SignedUp,
  file: Uint8Array<ArrayBuffer>,
): Promise<Answered<ImportedData>> {
  const parts = Math.ceil(file.length / IMPORT_PART_BYTES);
  for (let part = 0; part < parts; part += 1) {
    const form = new FormData();
    form.append('file', new Blob([file.subarray(part * IMPORT_PART_BYTES, (part + 1) * IMPORT_PART_BYTES)]));
    const response = await app.fetch(
      new Request(`http://localhost/backend/settings/import/parts/${part}`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${token}` },
        body: form,
      }),
    );
    if (!response.ok) break;
  }
  return callApi(app.fetch, 'POST', '/settings/import', { token, body: { parts } });
}

export async function entriesOf(file: Uint8Array): Promise<Entry[]> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-exported-'));
  try {
    await writeFile(join(folder, 'file'), file);
    const entries: Entry[] = [];
    for await (const entry of readArchive(join(folder, 'file'))) entries.push(entry);
    return entries;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** An archive of these entries, with a manifest that fits: as somebody could make it by hand. */
export async function pack(entries: Entry[]): Promise<Buffer<ArrayBuffer>> {
  const manifest = entries.find(({ name }) => name === 'manifest.json');
  const content = entries.filter((entry) => entry !== manifest);
  const files = Object.fromEntries(
    content.map(({ name, body }) => [name, createHash('sha256').update(body).digest('hex')]),
  );
  const { rows } = JSON.parse(manifest!.body.toString()) as { rows: Record<string, number> };
  const folder = await mkdtemp(join(tmpdir(), 'galley-exported-'));
  try {
    const all = [...content, { name: 'manifest.json', body: Buffer.from(JSON.stringify({ files, rows })) }];
    await writeArchive(join(folder, 'file'), iterate(all), new Date(0));
    return Buffer.from(await readFile(join(folder, 'file')));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function* iterate(entries: Entry[]): AsyncGenerator<Entry> {
  yield* entries;
}
