import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readCsv } from '../../../contract/csv.ts';
import type { Customer } from '../../../contract/customers/calls.ts';
import type { CustomerImport } from '../../../contract/customers/import-calls.ts';
import { ROWS_PER_VERSION } from '../../../contract/limits.ts';
import { callApi, requestData, type Method } from '../../../tests/support/api.ts';
import { startApp, type TestApp } from '../../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../../tests/support/sign-up.ts';
import { newId } from '../../platform/ids.ts';
import { deleteOldOf } from '../../../tests/support/delete-old.ts';

let app: TestApp;
let owner: SignedUp;
beforeAll(async () => {
  app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await signUp(app);
});

const asOwner = <T = unknown>(method: Method, path: string, body?: unknown) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, body });
const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64');
const importFile = (file: string | Uint8Array, more: object = {}) =>
  asOwner<CustomerImport>('POST', '/customers/import', { file: [base64(file)], file_name: 'list.csv', ...more });
const customers = async (): Promise<Customer[]> =>
  (await asOwner<{ customers: Customer[] }>('GET', '/customers')).data.customers.toSorted((a, b) =>
    a.name.localeCompare(b.name),
  );
const utf16 = (text: string, { isBig = false, hasMark = true } = {}) => {
  const bytes = Buffer.from((hasMark ? '\uFEFF' : '') + text, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

describe('a file', () => {
  const text = (separator: string) =>
    [
      'Full name;Mobile;E-mail;Notes',
      'Zoë Müller;020 7946 0101;zoe@example.com;"two\nlines; here"',
      'Tom Hale;;tom@example.com;',
    ]
      .join('\r\n')
      .replaceAll(/;(?! here)/g, separator)
      .replace('two\nlines; here', 'two\nlines; here');
  const latin = Buffer.from(text(';'), 'latin1');
  const files: [string, string | Uint8Array][] = [
    ['in UTF-8', text(',')],
    ['in UTF-8 with a byte order mark', `\uFEFF${text(';')}`],
    ['in UTF-16 LE', utf16(text('\t'))],
    ['in UTF-16 BE', utf16(text(';'), { isBig: true })],
    ['in UTF-16 LE without a mark', utf16(text(','), { hasMark: false })],
    ['in UTF-16 BE without a mark', utf16(text('\t'), { isBig: true, hasMark: false })],
    ['in Windows-1252', latin],
  ];
  test.each([
    ['sep=;', 'sep=;\r\nName;Phone;Tags\r\nZoë, Max;020 7946 0101;"A &amp; B"\r\n'],
    ['titles', 'Guests, all of them\n\nName;Phone;Tags\nZoë, Max;020 7946 0101;A & B\n'],
  ])('has its headings below %s', async (_name, file) => {
    expect(await importFile(file)).toMatchObject({ status: 200, data: { status: 'done', created: 1, failed: 0 } });
    expect((await customers()).map(({ name, tags }) => [name, tags])).toEqual([['Zoë, Max', ['A & B']]]);
  });

  test('finds customers whose names look alike', async () => {
    await importFile('Name\nZoë & Max\n');
    for (const name of ['Zoe\u0308 & Max', 'Zoë\u200b &amp; Max', ' ZOË  & MAX'])
      expect(await importFile(`Name\n"${name}"\n`)).toMatchObject({ data: { created: 0, skipped: 1, failed: 0 } });
  });

  test.each(files)('%s is read with its accents and line breaks', async (_name, file) => {
    expect(await importFile(file)).toMatchObject({ status: 200, data: { status: 'done', created: 2, failed: 0 } });
    expect(
      (await customers()).map(({ name, phone, email, note, source }) => [name, phone, email, note, source]),
    ).toEqual([
      ['Tom Hale', null, 'tom@example.com', '', 'import'],
      ['Zoë Müller', '+442079460101', 'zoe@example.com', 'two\nlines; here', 'import'],
    ]);
  });

  test.each<[string, string | Uint8Array, RegExp]>([
    ['without rows', 'name,phone\n', /no rows/],
    ['that is empty', '\n', /empty/],
    ['that is a workbook', Buffer.from('PK\u0003\u0004 rest'), /Excel workbook/],
    ['with a quote that stays open', 'name,phone\n"Tom,1\n', /after row 1 and never closed/],
    ['that is compressed', Uint8Array.of(0x1f, 0x8b, 8, 0), /compressed/],
    ['with a heading twice', 'Name,Phone,phone\nTom,020 7946 0101,1\n', /“Phone” is there twice/],
    ['without a name, a number or an address', 'colour,size\nred,2\n', /No column is a name/],
    ['with more than 20,000 rows', `name\n${'x\n'.repeat(20_001)}`, /more than 20,000 rows/],
  ])('%s is refused with the reason', async (_name, file, reason) => {
    const { status, error } = await importFile(file);
    expect([status, error?.code]).toEqual([422, 'invalid_fields']);
    expect(error?.field_errors?.file).toMatch(reason);
    expect(await customers()).toEqual([]);
  });

  test('with a heading twice is read where the owner says which one counts', async () => {
    const file = 'Name,Phone,Phone\nTom Hale,1,020 7946 0101\n';
    expect((await importFile(file, { mapping: { name: 0, phone: 2 } })).data.created).toBe(1);
    expect((await customers())[0]).toMatchObject({ name: 'Tom Hale', phone: '+442079460101' });
  });

  test('may come as a form', async () => {
    const form = new FormData();
    form.append('file', new Blob(['Who,Tel\nTom Hale,020 7946 0101\n']), 'till.csv');
    form.append('mapping', JSON.stringify({ name: 'Who', phone: 'Tel' }));
    form.append('dry_run', 'false');
    const response = await app.fetch(
      new Request('http://localhost/backend/customers/import', {
        method: 'POST',
        headers: { authorization: `Bearer ${owner.token}` },
        body: form,
      }),
    );
    expect(await response.json()).toMatchObject({ data: { rows_total: 1, created: 1 } });
  });
});

describe('rows', () => {
  test('say in many ways that there is nothing, and keep numbers as text', async () => {
    const file = [
      'name,phone,email,postcode,city,birthday,tags,note,consent',
      `Ann Hale,'07700 900123,n/a,="01234",-,n/a,none,N/A,n/a`,
      `"'t Hof",’+44 7700 900124,-,'02345,None,"March 25, 1990",-,--,none`,
      `Min Na,="07700900125",none,null,Na,1990-03-25,,,whatsapp`,
      `-,07700 900126,x@example.com,,,25 March 1990,,,-`,
    ].join('\n');
    expect((await importFile(file)).data).toMatchObject({ created: 4, failed: 0 });
    const rows = (await customers()).toSorted((a, b) => (a.phone ?? '').localeCompare(b.phone ?? ''));
    expect(
      rows.map(({ name, phone, email, birthday, tags, note }) => [name, phone, email, birthday, tags, note]),
    ).toEqual([
      ['Ann Hale', '+447700900123', null, null, [], ''],
      ["'t Hof", '+447700900124', null, '1990-03-25', [], ''],
      ['Min Na', '+447700900125', null, '1990-03-25', [], ''],
      ['+447700900126', '+447700900126', 'x@example.com', '1990-03-25', [], ''],
    ]);
  });

  test.each<[string, string, [number, string | null, string][]]>([
    ['have text behind the last column', 'name,note\nTom,fish, chips\nBob,peas,,\n', [[2, null, 'too_many_cells']]],
    [
      'open a quote that closes in another row',
      'name,phone\n"Tom,020 7946 0101\n"Al",020 7946 0102\nBob,\n',
      [[2, null, 'quote_open']],
    ],
    [
      'hold signs that no text has',
      'name,note\nJos\uFFFD,x\nTo\u0001m,x\nBob,x\n',
      [
        [2, 'name', 'unreadable'],
        [3, 'name', 'unreadable'],
      ],
    ],
    [
      'have no e-mail address',
      'name,email\nAda,mailto:ada@example.com\nBen,ben@example..com\nBob,\n',
      [
        [2, 'email', 'email_invalid'],
        [3, 'email', 'email_invalid'],
      ],
    ],
  ])('that %s are refused by themselves', async (_, file, errors) => {
    const { data } = await importFile(file);
    expect(data.errors.map(({ row, column, code }) => [row, column, code])).toEqual(errors);
    expect((await customers()).map(({ name }) => name)).toEqual(['Bob']);
    const { data: rejects } = await asOwner<{ csv: string }>('GET', data.errors_csv_url!);
    // Nothing of a row is lost in the file that is to be mended.
    for (const text of file.split('\n')[1]!.match(/[a-z]{3,}/g) ?? []) expect(rejects.csv).toContain(text);
  });

  test('that a spreadsheet wrote as formulas of text are read as the text', async () => {
    await importFile('name,phone\n"=""Zoë Hale""",="07700900123"\n');
    expect(await customers()).toMatchObject([{ name: 'Zoë Hale', phone: '+447700900123' }]);
  });

  test('that are wrong are named by row and column, and the rest is imported', async () => {
    const file = [
      'name,phone,email,birthday,marketing_consent',
      '"Ada\nKing",020 7946 0101,ada@example.com,10/12/1990,"whatsapp, email"',
      'Ben,12,ben@,31/02/1990,perhaps',
      '',
      ',,,,',
      ',,,1990-01-01,',
      'Cleo,447946012345,cleo@example.com,1990-13-01,email',
    ].join('\n');
    const { data } = await importFile(file);
    expect(data).toMatchObject({ rows_total: 4, created: 1, updated: 0, skipped: 0, failed: 3 });
    // As a spreadsheet counts: a line break in a cell makes no row, an empty row is one.
    expect(data.errors.map(({ row, column, code }) => [row, column, code])).toEqual([
      [3, 'phone', 'phone_invalid'],
      [3, 'email', 'email_invalid'],
      [3, 'birthday', 'birthday_invalid'],
      [3, 'marketing_consent', 'consent_invalid'],
      [6, null, 'nothing_given'],
      [7, 'birthday', 'birthday_invalid'],
    ]);
    const [ada] = await customers();
    expect(ada).toMatchObject({ name: 'Ada King', birthday: '1990-12-10' });
    expect(Object.keys(ada!.marketing_consent).toSorted()).toEqual(['email', 'whatsapp']);
  });

  test('a yes allows one medium only', async () => {
    const file = [
      'name,phone,email,Marketing,Accepts Email Marketing,Accepts SMS Marketing',
      'Ada,020 7946 0101,ada@example.com,yes,,',
      'Ben,,ben@example.com,yes,,',
      'Cleo,020 7946 0103,cleo@example.com,,yes,no',
      'Dev,020 7946 0104,dev@example.com,no,,',
      'Eve,020 7946 0105,eve@example.com,,perhaps,',
    ].join('\n');
    const { data } = await importFile(file);
    expect(data.errors.map(({ row, column, code }) => [row, column, code])).toEqual([
      [2, 'Marketing', 'consent_unclear'],
      [6, 'Accepts Email Marketing', 'consent_invalid'],
    ]);
    const all = await customers();
    const consentOf = (name: string) =>
      Object.fromEntries(
        Object.entries(all.find((one) => one.name === name)!.marketing_consent).map(([medium, one]) => [
          medium,
          one.granted,
        ]),
      );
    expect(consentOf('Ben')).toEqual({ email: true });
    expect(consentOf('Cleo')).toEqual({ email: true });
    expect(consentOf('Dev')).toEqual({});
  });

  test('that failed come back as a CSV in which nothing runs as a formula', async () => {
    const { data } = await importFile('name,phone\n=cmd|x,1\nTom,020 7946 0101\n');
    const { data: rejects } = await asOwner<{ csv: string }>('GET', data.errors_csv_url!);
    expect(rejects.csv).toContain("'=cmd");
    const records = readCsv(rejects.csv)!.map(({ cells }) => cells);
    expect(records[0]).toEqual(['name', 'phone', 'Row in the file', 'What is wrong']);
    expect(records[1]!.slice(0, 3)).toEqual(['=cmd|x', '1', '2']);
    // Mended, it can be imported.
    expect((await importFile(rejects.csv.replace(',1,', ',020 7946 0199,'))).data.created).toBe(1);
    app.clock.pass(31 * 86_400_000);
    await deleteOldOf('customers', app, app.clock.now());
    expect((await app.pools.owner.query('SELECT 1 FROM customer_imports WHERE errors_csv IS NOT NULL')).rows).toEqual(
      [],
    );
  });

  test('of known customers are skipped or update them; a second run creates none', async () => {
    await asOwner('POST', '/customers', { name: 'Ada', phone: '020 7946 0101', tags: ['office'] });
    const file = [
      'name,phone,email,tags,address,postal_code',
      'Ada King,+44 20 7946 0101,ada@example.com,vip,4 Mill Lane,E1 4AA',
      'Ada K.,,ADA@example.com,,,',
      'Only A. Name,,,,,',
      'only a. name,,,,,',
    ].join('\n');
    expect((await importFile(file)).data).toMatchObject({ created: 2, updated: 0, skipped: 2 });
    expect((await importFile(file)).data).toMatchObject({ created: 0, updated: 0, skipped: 4 });
    await asOwner('DELETE', `/customers/${(await customers()).find(({ name }) => name === 'Ada K.')!.id}`);
    expect((await importFile(file, { on_duplicate: 'update' })).data).toMatchObject({
      created: 0,
      updated: 3,
      skipped: 1,
    });
    expect((await importFile(file, { on_duplicate: 'update', dry_run: true })).data.created).toBe(0);
    expect(await customers()).toMatchObject([
      {
        name: 'Ada K.',
        phone: '+442079460101',
        email: 'ada@example.com',
        tags: ['office', 'vip'],
        addresses: [{ line_1: '4 Mill Lane' }],
      },
      { name: 'only a. name' },
    ]);
  });

  test('do not change what was edited after the import was asked for', async () => {
    const id = newId();
    const requested = app.clock.now().toISOString();
    app.clock.pass(60_000);
    await asOwner('POST', '/customers', { id, name: 'Ada', phone: '020 7946 0101' });
    await asOwner('PUT', `/customers/${id}`, { name: 'Ada King', note: 'Likes it hot' });
    await importFile('name,phone,note,city\nAda Lovelace,020 7946 0101,Old note,London\n', {
      on_duplicate: 'update',
      occurred_at: requested,
    });
    expect((await customers())[0]).toMatchObject({ name: 'Ada King', note: 'Likes it hot' });
  });

  test('cannot turn a customer’s no into a yes', async () => {
    const id = newId();
    await asOwner('POST', '/customers', { id, name: 'Ada', email: 'ada@example.com' });
    await asOwner('PUT', `/customers/${id}/consents/email`, { granted: false, source: 'By phone' });
    app.clock.pass(60_000);
    await importFile('email,marketing_consent\nada@example.com,yes\n', { on_duplicate: 'update' });
    expect((await customers())[0]!.marketing_consent.email).toMatchObject({ granted: false, source: 'By phone' });
  });
});

describe('a dry run', () => {
  test('stores nothing and says what would be', async () => {
    const { data } = await importFile('name,phone\nTom,020 7946 0101\nTom again,+44 020 7946 0101\nBad,1\n', {
      dry_run: true,
    });
    expect(data).toMatchObject({ rows_total: 3, created: 1, skipped: 1, failed: 1, errors_csv_url: null });
    expect(await customers()).toEqual([]);
    expect(
      (await app.pools.owner.query('SELECT 1 FROM customer_imports WHERE restaurant_id = $1', [owner.restaurant.id]))
        .rows,
    ).toEqual([]);
  });
});

describe('a queued import', () => {
  const send = (id: string, file: string) => asOwner('PUT', `/customers/imports/${id}`, { file: [base64(file)] });

  test('finds the file that was sent before, and runs once', async () => {
    const id = newId();
    expect((await asOwner('POST', '/customers/import', { file_id: id })).error?.code).toBe('file_missing');
    await send(id, 'name\nTom Hale\n');
    expect((await send(id, 'name\nTom Hale\n')).status).toBe(200);
    expect((await send(id, 'name\nAnother\n')).error?.code).toBe('id_taken');
    const first = await asOwner<CustomerImport>('POST', '/customers/import', { file_id: id });
    expect(first.data).toMatchObject({ import_id: id, status: 'done', created: 1 });
    const again = await asOwner<CustomerImport>('POST', '/customers/import', { file_id: id });
    expect([again.notice?.code, again.data.created]).toEqual(['already_done', 1]);
    const { rows } = await app.pools.owner.query('SELECT content FROM customer_imports WHERE id = $1', [id]);
    expect(rows).toEqual([{ content: null }]);
  });

  test('forgets a file that nobody imported after a week', async () => {
    const id = newId();
    await send(id, 'name\nTom Hale\n');
    app.clock.pass(8 * 86_400_000);
    await deleteOldOf('customers', app, app.clock.now());
    expect((await asOwner('GET', `/customers/imports/${id}`)).status).toBe(404);
  });
});

test('a large file that turns out to be unreadable imports nothing and says why', async () => {
  const { data } = await importFile(`name,phone\n${'Tom Hale,020 7946 0101\n'.repeat(5000)}"open`);
  expect(data.status).toBe('queued');
  await app.jobs.drain();
  const { data: done } = await asOwner<CustomerImport>('GET', `/customers/imports/${data.import_id}`);
  expect(done).toMatchObject({ status: 'failed', created: 0, errors: [{ code: 'file_unreadable' }] });
  expect(done.errors[0]!.message).toMatch(/never closed/);
  const twice = await importFile(`phone,phone\n${'1,2\n'.repeat(20_000)}`);
  expect(twice.error?.field_errors?.file).toMatch(/is there twice/);
});

/** As many as a file may have. */
const ROWS = 20_000;
const BAD_EVERY = 40;
const badCells = [
  ['phone', (i: number) => `Guest ${i},not a number,guest${i}@example.com,,`],
  ['email', (i: number) => `Guest ${i},,guest${i}@,,`],
  ['birthday', (i: number) => `Guest ${i},,guest${i}@example.com,,1990-13-01`],
] as const;
const badOf = (i: number) => badCells[Math.floor(i / BAD_EVERY) % badCells.length]!;
const bigFile = () => {
  const rows = Array.from({ length: ROWS }, (_, i) =>
    i % BAD_EVERY === 7
      ? badOf(i)[1](i)
      : `Guest ${i},+4420${String(70_000_000 + i)},guest${i}@example.com,"a note, with\na line",`,
  );
  return `name,phone,email,note,birthday\n${rows.join('\n')}\n`;
};

test('a large file with bad rows is imported in parts, each bad row is named, and a second run creates none', async () => {
  const file = bigFile();
  const { data } = await importFile(file);
  expect(data).toMatchObject({ status: 'queued', created: 0 });
  await app.jobs.drain();
  const done = await requestData<CustomerImport>(app.fetch, 'GET', `/customers/imports/${data.import_id}`, owner);
  const bad = ROWS / BAD_EVERY;
  expect(done).toMatchObject({ status: 'done', rows_done: ROWS, created: ROWS - bad, skipped: 0, failed: bad });
  expect(done.errors.map(({ row, column, code }) => [row, column, code])).toEqual(
    Array.from({ length: bad }, (_, n) => {
      const i = n * BAD_EVERY + 7;
      return [i + 2, badOf(i)[0], `${badOf(i)[0]}_invalid`];
    }),
  );
  // Orders are taken between two parts.
  const { rows } = await app.pools.owner.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM customers WHERE restaurant_id = $1 GROUP BY version ORDER BY 1 DESC',
    [owner.restaurant.id],
  );
  expect(rows[0]!.count).toBeLessThanOrEqual(ROWS_PER_VERSION);
  expect(rows.length).toBe(ROWS / ROWS_PER_VERSION);
  const { data: again } = await importFile(file);
  await app.jobs.drain();
  expect(
    await requestData<CustomerImport>(app.fetch, 'GET', `/customers/imports/${again.import_id}`, owner),
  ).toMatchObject({ created: 0, updated: 0, skipped: ROWS - bad, failed: bad });
  const note = await app.pools.owner.query(
    "SELECT title, body FROM notifications WHERE restaurant_id = $1 AND type = 'import_done'",
    [owner.restaurant.id],
  );
  expect(note.rows).toContainEqual({
    title: 'Your customers have been imported',
    body: `${ROWS - bad} added, ${bad} could not be read.`,
  });
});
