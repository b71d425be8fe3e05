import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { bodyLimitOf, permissionOf, type Call } from '../../contract/call.ts';
import { calls } from '../../contract/index.ts';
import { PARSED_AT_ONCE } from '../../server/http/parse-body.ts';
import { newId } from '../../server/platform/ids.ts';
import { startApp, type TestApp } from '../support/server.ts';
import { signUp, type SignedUp } from '../support/sign-up.ts';

// How long a call holds up all others, at its largest allowed body. Nothing here is measured by a clock: what costs time by the byte is
// counted in bytes between two turns of the event loop, whatever the machine.

let app: TestApp;
let owner: SignedUp;
beforeAll(async () => {
  app = await startApp();
  owner = await signUp(app);
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

/**
 * Bytes that one turn may parse, decode or encode. Each of these costs 15 ms per megabyte at most (measured on a busy core), so a turn stays
 * below 50 ms with room to spare. Hashing and copying cost a tenth and less, and count as such.
 */
const BYTES_PER_TURN = 2 * 1024 * 1024;

/** The calls that take files. Each other call's largest body is parsed at once, and small enough for that. */
const fileCalls = Object.values(calls).filter((call) => call.options.body && bodyLimitOf(call) > PARSED_AT_ONCE);

test('only the calls that take files have large bodies', () => {
  const sizes = fileCalls.map((call) => [call.name, `${(bodyLimitOf(call) / 2 ** 20).toFixed(1)} MB`]);
  expect(Object.fromEntries(sizes)).toEqual({
    'account.storeImportPart': '1.3 MB',
    'chatbot.saveFiles': '9.0 MB',
    'chats.storeFile': '6.7 MB',
    'customers.import': '6.7 MB',
    'customers.storeImportFile': '6.7 MB',
    'files.storeImage': '9.0 MB',
    'menu.storeUploadFile': '13.3 MB',
    'menu.upload': '42.0 MB',
    'orders.checkImport': '13.3 MB',
    'promotions.create': '4.1 MB',
    'wallet.connectPaystack': '21.0 MB',
    'website.saveImages': '18.0 MB',
  });
  expect(fileCalls.filter((call) => !permissionOf(call))).toEqual([]);
});

interface Turn {
  bytes: number;
  by: Record<string, number>;
}

/** Counts until `stop`, and says which turn had most. */
function countTurns(): { stop(): Turn } {
  let most: Turn = { bytes: 0, by: {} };
  let turn: Turn = { bytes: 0, by: {} };
  let isOver = false;
  const add = (name: string, bytes: number) => {
    turn.bytes += bytes;
    turn.by[name] = (turn.by[name] ?? 0) + bytes;
    if (turn.bytes > most.bytes) most = turn;
  };
  const next = () => {
    turn = { bytes: 0, by: {} };
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  const { parse, stringify } = JSON;
  vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
    add('JSON.parse', text.length);
    return parse(text, reviver) as unknown;
  });
  vi.spyOn(JSON, 'stringify').mockImplementation(((...given: Parameters<typeof stringify>) => {
    const text = stringify(...given);
    add('JSON.stringify', text?.length ?? 0);
    return text;
  }) as typeof stringify);
  const decode = TextDecoder.prototype.decode;
  vi.spyOn(TextDecoder.prototype, 'decode').mockImplementation(function (this: TextDecoder, input, options) {
    add('TextDecoder', input?.byteLength ?? 0);
    return decode.call(this, input, options);
  });
  const from = Buffer.from.bind(Buffer) as (...given: unknown[]) => Buffer;
  vi.spyOn(Buffer, 'from').mockImplementation(((...given: unknown[]) => {
    if (typeof given[0] === 'string') add('Buffer.from', given[0].length);
    return from(...given);
  }) as typeof Buffer.from);
  const toText = Buffer.prototype.toString;
  vi.spyOn(Buffer.prototype, 'toString').mockImplementation(function (this: Buffer, ...given) {
    const [, from, to] = given;
    add('Buffer.toString', Math.max(0, Math.min(Number(to ?? this.length), this.length) - Number(from ?? 0)));
    return toText.apply(this, given);
  });
  const concat = Buffer.concat.bind(Buffer);
  vi.spyOn(Buffer, 'concat').mockImplementation((list, length) => {
    add('Buffer.concat', list.reduce((sum, one) => sum + one.length, 0) / 10);
    return concat(list, length);
  });
  const { formData } = Response.prototype;
  vi.spyOn(Response.prototype, 'formData').mockImplementation(async function (this: Response) {
    const bytes = await this.clone().arrayBuffer();
    add('formData', bytes.byteLength);
    return formData.call(this);
  });
  return {
    stop() {
      isOver = true;
      vi.restoreAllMocks();
      return most;
    },
  };
}

/** `short`, or what made the longest turn. */
const verdictOf = ({ bytes, by }: Turn) => (bytes < BYTES_PER_TURN ? 'short' : by);

/** The files of each call, by field. */
const filesOf: Record<string, Record<string, number>> = {
  'account.storeImportPart': { file: 1 },
  'chatbot.saveFiles': { upload_profile_pic: 3 },
  'chats.storeFile': { data: 1 },
  'customers.import': { file: 1 },
  'customers.storeImportFile': { file: 1 },
  'files.storeImage': { files: 3 },
  'menu.storeUploadFile': { file: 1 },
  'menu.upload': { files: 5 },
  'orders.checkImport': { file: 1 },
  'promotions.create': { image: 1 },
  'wallet.connectPaystack': { documents: 5 },
  'website.saveImages': { logo: 3, cover_image: 3 },
};
/** What else it needs to get as far as its files. */
const othersOf: Record<string, Record<string, string>> = {
  'promotions.create': { name: 'Ten off', promotion_type: 'percentage' },
};

/** What other files of this thread left running may fall into a turn, but not into one of each try. */
const TRIES = 3;

async function send(call: Call, body: BodyInit, type?: string) {
  let sent = await sendOnce(call, body, type);
  for (let i = 1; i < TRIES && verdictOf(sent.most) !== 'short'; i += 1) sent = await sendOnce(call, body, type);
  return sent;
}

async function sendOnce(call: Call, body: BodyInit, type?: string) {
  const path = call.path.replace('{part}', '0').replaceAll(/\{\w+\}/g, () => newId());
  const request = new Request(`http://localhost/backend${path}`, {
    method: call.method,
    headers: {
      authorization: `Bearer ${owner.token}`,
      'idempotency-key': newId(),
      ...(type ? { 'content-type': type } : {}),
    },
    body,
  });
  // As it comes over a network, and not made anew by the form's own turns.
  const bytes = await request.arrayBuffer();
  const arrived = new Request(request.url, { method: call.method, headers: request.headers, body: bytes });
  const counted = countTurns();
  const response = await app.fetch(arrived);
  const most = counted.stop();
  return { status: response.status, most };
}

test.each(fileCalls.map((call) => [call.name, call] as const))(
  '%s holds up nobody with its largest body',
  async (name, call) => {
    const files = Object.entries(filesOf[name]!);
    const others = othersOf[name] ?? {};
    const room = (bodyLimitOf(call) - 4096) / files.reduce((sum, [, count]) => sum + count, 0);
    const text = 'QUJD'.repeat(Math.floor(room / 4) - 16);
    const lists = files.map(([field, count]) => [field, Array<string>(count).fill(text)]);
    const body = name === 'chats.storeFile' ? { data: text } : { ...Object.fromEntries(lists), ...others };
    const sent = await send(call, JSON.stringify(body), 'application/json');
    expect(sent.status).not.toBe(500);
    expect(verdictOf(sent.most)).toBe('short');
    if (!call.options.isMultipart) return;
    const form = new FormData();
    const content = Buffer.alloc(Math.floor(room) - 512, 'name,phone\n');
    for (const [field, count] of files)
      for (let i = 0; i < count; i += 1) form.append(field, new Blob([content]), `${i}.csv`);
    for (const [key, value] of Object.entries(others)) form.append(key, value);
    const asForm = await send(call, form);
    expect(asForm.status).not.toBe(500);
    expect(verdictOf(asForm.most)).toBe('short');
  },
  // Some send fifty megabytes.
  180_000,
);

test('a form of a million parts is refused before it is read', async () => {
  const call = calls['orders.checkImport']!;
  const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n';
  const many = `${part.repeat(Math.floor((bodyLimitOf(call) - 100) / part.length))}--x--\r\n`;
  const { status, most } = await send(call, many, 'multipart/form-data; boundary=x');
  expect(status).toBe(413);
  expect(verdictOf(most)).toBe('short');
});
