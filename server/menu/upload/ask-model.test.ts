import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MenuUpload } from '../../../contract/menu/upload-calls.ts';
import { requestData } from '../../../tests/support/api.ts';
import { startApp } from '../../../tests/support/server.ts';
import { signUp } from '../../../tests/support/sign-up.ts';
import { openVision } from '../../integrations/vision.ts';
import type { ReadMenu } from '../../menu-reader/read-menu.ts';
import { askModel } from './ask-model.ts';

interface Inquiry {
  model: string;
  messages: { role: string; content: string | { type: string; image_url: { url: string } }[] }[];
  response_format: { type: string; json_schema: { strict: boolean; schema: { required: string[] } } };
}

/** An endpoint that speaks chat completions and answers what the test says: a status, a text, or nothing at all. */
let server: Server;
let url: string;
let answer: () => number | string | object | null;
const seen: { authorization: string | undefined; raw: string; body: Inquiry }[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const raw = Buffer.concat(parts).toString();
      seen.push({ authorization: request.headers.authorization, raw, body: JSON.parse(raw) as Inquiry });
      const given = answer();
      if (given === null) return;
      if (typeof given === 'number') return response.writeHead(given, { location: `${url}/elsewhere` }).end('{}');
      response.setHeader('content-type', 'application/json');
      response.end(typeof given === 'string' ? given : JSON.stringify({ choices: [given] }));
    });
  }).listen(0, '127.0.0.1');
  await new Promise((ready) => server.once('listening', ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
beforeEach(() => {
  seen.length = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const says = (content: unknown) => ({ finish_reason: 'stop', message: { content: JSON.stringify(content) } });
const dish = (name: string, price: string) => ({ name, description: '', price, sizes: [], confidence: 0.9 });
const korma = { categories: [{ name: 'Mains', items: [dish('Korma', '£9.95')] }] };

async function menuOf(pages: number): Promise<Extract<ReadMenu, { status: 'read' }>> {
  const canvas = { create: { width: 2400, height: 1200, channels: 3, background: '#fff' } } as const;
  const jpeg = await sharp(canvas).jpeg().toBuffer();
  const box = { page: 0, left: 0, top: 0, width: 10, height: 10 };
  const item = { name: 'Korma', description: '', price_amount: 895, variants: [], dietary: [], confidence: 0.9, box };
  return {
    status: 'read',
    currency: 'GBP',
    categories: [{ name: 'Mains', confidence: 1, box: null, items: [item] }],
    pages: Array.from({ length: pages }, () => ({ jpeg, width: 2400, height: 1200 })),
  };
}

const logged: { event: string; reason?: unknown; pages?: unknown }[] = [];
const log = {
  info: (event: string, fields = {}) => void logged.push({ event, ...fields }),
  warn: (event: string, fields = {}) => void logged.push({ event, ...fields }),
};
beforeEach(() => {
  logged.length = 0;
});
const ask = (menu: ReadMenu, { limitMs = 10_000, waitMs = 5_000 } = {}) =>
  askModel(menu, {
    vision: openVision({ url, model: 'sees', apiKey: 'key-1' }, { waitMs }),
    log,
    exponent: 2,
    limitMs,
  });

test('sends each page as a smaller picture with a strict schema, and nothing else', async () => {
  answer = () => says(korma);
  const result = await ask(await menuOf(2));
  expect(result).toMatchObject({
    categories: [{ items: [{ price_amount: 895, confidence: 0.5, second_reading: { price_amount: 995 } }, {}] }],
  });
  expect(seen).toHaveLength(2);
  const [{ authorization, body }] = seen as [(typeof seen)[0]];
  expect(authorization).toBe('Bearer key-1');
  expect(Object.keys(body).toSorted()).toEqual(['max_tokens', 'messages', 'model', 'response_format', 'temperature']);
  expect(body.response_format).toMatchObject({ type: 'json_schema', json_schema: { strict: true } });
  const [system, user] = body.messages;
  expect(system).toMatchObject({ role: 'system' });
  const [picture, ...more] = user!.content as { type: string; image_url: { url: string } }[];
  expect(more).toEqual([]);
  const bytes = Buffer.from(picture!.image_url.url.replace('data:image/jpeg;base64,', ''), 'base64');
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1600, height: 800 });
  expect(logged).toEqual([{ event: 'menu_model_read', pages: 2 }]);
});

const tooLong = { categories: [{ name: 'x'.repeat(300_000), items: [] }] };
test.each([
  ['http_500', () => 500],
  ['http_401', () => 401],
  ['unreachable', () => 302],
  ['refused', () => ({ finish_reason: 'stop', message: { content: null, refusal: 'I will not' } })],
  ['refused', () => ({ finish_reason: 'content_filter', message: { content: '{"categories":[]}' } })],
  ['nonsense', () => 'not json'],
  ['nonsense', () => ({ finish_reason: 'stop', message: { content: 'Here is your menu: Korma £9.95' } })],
  ['nonsense', () => says({ categories: [{ name: 'Mains', items: [{ name: 'Korma', price: 9.95 }] }] })],
  ['nonsense', () => says({ dishes: [] })],
  ['too_long', () => ({ finish_reason: 'length', message: { content: '{"categories":[{"name":' } })],
  ['too_long', () => says(tooLong)],
  ['timeout', () => null],
])('keeps what the OCR read and logs why: %s', async (reason, given) => {
  answer = given;
  const menu = await menuOf(1);
  expect(await ask(menu, { waitMs: 300 })).toEqual(menu);
  expect(logged).toEqual([{ event: 'menu_model_failed', page: 0, reason }]);
});

test('asks no more when the time for all pages is over', async () => {
  answer = () => null;
  const menu = await menuOf(7);
  expect(await ask(menu, { limitMs: 300 })).toEqual(menu);
  expect(seen.length).toBeLessThanOrEqual(3);
  expect(logged).toHaveLength(7);
});

test('uses the pages that were read when others failed', async () => {
  let n = 0;
  answer = () => (n++ === 0 ? says(korma) : 503);
  const result = await ask(await menuOf(3));
  expect(result).toMatchObject({ categories: [{ name: 'Mains' }] });
  expect(logged.map(({ event }) => event).toSorted()).toEqual([
    'menu_model_failed',
    'menu_model_failed',
    'menu_model_read',
  ]);
});

test('takes no field that the schema does not have', async () => {
  const order = { ...dish('Korma', '£8.95'), allergens: [], is_certain: true, menu_book_id: 'x' };
  answer = () => says({ categories: [{ name: 'Mains', items: [order], instructions: 'publish' }], publish: true });
  const result = await ask(await menuOf(1));
  expect(JSON.stringify(result)).not.toMatch(/is_certain|allergens|menu_book_id|publish/);
});

test('an upload is read by both, and nothing of the restaurant but the picture is sent', async () => {
  const settings = { LLM_BASE_URL: url, LLM_VISION_MODEL: 'sees', LLM_API_KEY: 'key-2' };
  const app = await startApp({ settings });
  try {
    const owner = await signUp(app, { restaurantName: 'The Secret Garden' });
    answer = () =>
      says({
        categories: [
          { name: '', items: [dish('Tomato Soup', '£4.50'), dish('Garlic Bread', '£9.99'), dish('Truffle', '£1')] },
        ],
      });
    const text = (y: number, name: string, price: string) =>
      `<text x="60" y="${y}">${name}</text><text x="800" y="${y}">${price}</text>`;
    const page = await sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="400"><rect width="100%" height="100%" fill="#fff"/><g font-size="32" font-family="sans-serif">${text(100, 'Tomato Soup', '£4.50')}${text(180, 'Garlic Bread', '£5.50')}</g></svg>`,
      ),
    )
      .png()
      .toBuffer();
    const { upload_id: id } = await requestData<{ upload_id: string }>(app.fetch, 'POST', '/menu/books/upload/image', {
      token: owner.token,
      body: { files: [page.toString('base64')] },
    });
    await app.jobs.drain();
    const upload = await requestData<MenuUpload>(app.fetch, 'GET', `/menu/uploads/${id}`, { token: owner.token });
    expect(upload.status).toBe('needs_review');
    const items = upload.categories.flatMap((category) => category.items);
    const isCertain = ({ confidence }: { confidence: number }) => confidence >= upload.certain_from;
    expect(items.map((item) => [item.name, item.price_amount, isCertain(item)])).toEqual([
      ['Tomato Soup', 450, true],
      ['Garlic Bread', 550, false],
      ['Truffle', 100, false],
    ]);
    expect(items[1]!.second_reading).toMatchObject({ price_amount: 999 });
    const sent = seen.map(({ raw }) => raw).join();
    expect(seen).toHaveLength(1);
    for (const own of ['Secret Garden', owner.restaurant.id, id, owner.token]) expect(sent).not.toContain(own);
  } finally {
    await app.close();
  }
});

test('without a model for pictures none is sent', async () => {
  const menu = await menuOf(1);
  expect(await askModel(menu, { vision: openVision(null), log, exponent: 2, limitMs: 1000 })).toBe(menu);
});
