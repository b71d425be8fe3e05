import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MENU_UPLOAD, type MenuUpload } from '../../../contract/menu/upload-calls.ts';
import { uploadErrorLabels } from '../../../src/features/menu/upload/labels.ts';
import { requestData } from '../../../tests/support/api.ts';
import {
  blankPdf,
  lockedPdf,
  pdfContentBomb,
  pdfOfStrokes,
  pdfImageBomb,
  pdfOf,
  pngBomb,
} from '../../../tests/support/hostile-files.ts';
import { startApp, type TestApp } from '../../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../../tests/support/sign-up.ts';

let app: TestApp;
let owner: SignedUp;
let folder: string;
beforeAll(async () => {
  app = await startApp();
  owner = await signUp(app);
  folder = await mkdtemp(join(tmpdir(), 'galley-refusals-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await app.close();
});

async function send(bytes: Uint8Array, name = 'menu.png') {
  const form = new FormData();
  form.append('files', new Blob([bytes as BlobPart]), name);
  const response = await app.fetch(
    new Request('https://galley.test/backend/menu/books/upload/image', {
      method: 'POST',
      headers: { Authorization: `Bearer ${owner.token}` },
      body: form,
    }),
  );
  return (await response.json()) as {
    data?: { upload_id: string };
    code?: string;
    field_errors?: Record<string, string>;
  };
}

/** Made once: it takes seconds. */
let bomb: Promise<Buffer> | undefined;
const contentBomb = () => (bomb ??= pdfContentBomb(1_000_000_000));

/** What the product says of a file, in the words of the screen. */
async function outcomeOf(bytes: Uint8Array): Promise<string> {
  app.clock.pass(86_400_000);
  const { data } = await send(bytes);
  await app.jobs.drain();
  const read = await requestData<MenuUpload>(app.fetch, 'GET', `/menu/uploads/${data!.upload_id}`, {
    token: owner.token,
  });
  return read.error === null ? read.status : `${read.error}: ${uploadErrorLabels[read.error]}`;
}

test.each<[string, string, () => Promise<Uint8Array> | Uint8Array]>([
  [
    'a drawing that calls itself a PNG',
    'file_type_unsupported',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  ],
  ['a zip file', 'file_type_unsupported', () => Buffer.from('PK\u0003\u0004 a spreadsheet')],
  [
    'a GIF',
    'file_type_unsupported',
    () =>
      sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
        .gif()
        .toBuffer(),
  ],
  ['a picture that breaks off', 'file_unreadable', async () => (await pngBomb(400)).subarray(0, 60)],
  ['a picture of 900 megapixels', 'picture_too_large', () => pngBomb(30_000)],
  ['a PDF of 500 pages', 'too_many_pages', () => pdfOf({ pages: 500 })],
  ['a PDF with a password', 'pdf_locked', lockedPdf],
  ['a PDF without pages', 'nothing_found', () => pdfOf({ pages: 0 })],
  ['a PDF with a blank page', 'nothing_found', blankPdf],
  ['a PDF that breaks off', 'file_unreadable', () => pdfOf({ pages: 1 }).subarray(0, 40)],
  ['a PDF around a picture of 256 megapixels', 'picture_too_large', () => pdfImageBomb(16_000)],
  ['a PDF that unpacks to a gigabyte', 'file_unreadable', () => contentBomb()],
  ['a PDF of countless strokes', 'file_unreadable', () => pdfOfStrokes(160_000)],
])('says of %s what is wrong and what to do', async (_, code, make) => {
  const outcome = await outcomeOf(await make());
  expect(outcome).toMatch(new RegExp(`^${code}: [A-Z].+\\. [A-Z].+\\.$`));
});

test('refuses a file above 10 MB before it stores anything of it', async () => {
  expect(await send(Buffer.alloc(MENU_UPLOAD.fileBytes + 1, 0xff))).toMatchObject({
    code: 'invalid_fields',
    field_errors: { 'files.0': 'The file is larger than 10 MB' },
  });
  const { rows } = await app.pools.owner.query('SELECT count(*)::int AS n FROM menu_upload_files');
  expect(rows[0].n).toBe(0);
});

test.each([
  ['a picture', 'menu.png', () => pngBomb(30_000)],
  ['a picture in a PDF', 'image.pdf', () => pdfImageBomb(16_000)],
  ['the instructions of a PDF', 'content.pdf', () => contentBomb()],
])('keeps its memory when %s would unpack to gigabytes', async (_, name, make) => {
  const path = join(folder, name);
  await writeFile(path, await make());
  const reader = new URL('../../menu-reader/read-menu.ts', import.meta.url).href;
  const script = `import { readFile } from 'node:fs/promises';
    import { readMenu } from '${reader}';
    const { status } = await readMenu(await readFile(process.argv[1]), { clock: { now: () => 0 } });
    // Where there is one: on Linux the other figure has what the parent had, too.
    const own = await readFile('/proc/self/status', 'utf8').then((text) => /VmHWM:\\s*(\\d+)/.exec(text)?.[1], () => undefined);
    console.log(JSON.stringify({ status, isSmall: Number(own ?? process.resourceUsage().maxRSS) < 500_000 }));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script, path]);
  expect(JSON.parse(stdout)).toEqual({ status: 'refused', isSmall: true });
});
