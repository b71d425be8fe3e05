import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { permissionOf, type Call } from '../../contract/call.ts';
import { calls } from '../../contract/index.ts';
import { errorCodes, type ErrorBody } from '../../contract/errors.ts';
import { newId } from '../../server/platform/ids.ts';
import { listen, type Listening } from '../../server/http/listen.ts';
import { placeOpenOrders } from '../support/open-orders.ts';
import { pushSubscription } from '../support/push-service.ts';
import { requestData } from '../support/api.ts';
import { startApp, type TestApp } from '../support/server.ts';
import { signUp, type SignedUp } from '../support/sign-up.ts';
import { fingerprint } from './fingerprint.ts';
import { makeMenu, type Menu } from './tablet.ts';

let app: TestApp;
let owner: SignedUp;
let menu: Menu;
let groupId: string;
const modifierId = newId();
let orderId: string;
let lineId: string;
let server: Listening;

beforeAll(async () => {
  app = await startApp();
  owner = await signUp(app);
  menu = await makeMenu(app, owner);
  const modifiers = [{ id: modifierId, name: 'Mango', price_amount: 100 }];
  ({ id: groupId } = await requestData<{ id: string }>(app.fetch, 'POST', '/menu/modifier-groups', {
    token: owner.token,
    body: { name: 'Chutneys', selection_type: 'single', modifiers },
  }));
  const [placed] = await placeOpenOrders(app.pools.owner, owner.restaurant.id, { count: 1, now: app.clock.now() });
  orderId = placed!.id;
  lineId = placed!.lineId;
  server = await listen(app.fetch, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.stop(0);
  await app.close();
});

const all = Object.values(calls).filter(({ name }) => name !== 'sync.stream');
const withBody = all.filter((call) => call.options.body);

/** The call's path with ids that exist. */
const pathOf = (call: Call) => {
  const ids: Record<string, string> = {
    id: call.name.startsWith('orders') ? orderId : menu.bookId,
    categoryId: menu.categoryId,
    itemId: menu.itemIds[0]!,
    lineId,
    groupId,
    modifierId,
    entity: 'restaurant',
    fileId: newId(),
    passkeyId: newId(),
    medium: 'email',
    device_id: newId(),
    slug: owner.restaurant.slug,
  };
  return call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name);
};

let requests = 0;

/** Each request comes from its own address, so that rate limits per address do not answer before validation. */
async function send(
  call: Call,
  body: BodyInit | null,
  { headers = {}, search = '' }: { headers?: Record<string, string>; search?: string } = {},
) {
  const response = await app.fetch(
    new Request(`http://localhost/backend${pathOf(call)}${search}`, {
      method: call.method,
      headers: {
        authorization: `Bearer ${owner.token}`,
        'content-type': 'application/json',
        'x-forwarded-for': `10.${(requests += 1) >> 16}.${(requests >> 8) & 255}.${requests & 255}`,
        ...(call.options.access === 'storefront' ? { 'idempotency-key': newId() } : {}),
        ...headers,
      },
      ...(call.method === 'GET' || body === null ? {} : { body, duplex: 'half' }),
    }),
  );
  return { status: response.status, body: (await response.json()) as ErrorBody };
}

/** A 4xx in the shared error format whose message repeats nothing of what was sent. */
function expectRefused(
  name: string,
  { status, body }: { status: number; body: ErrorBody },
  allowed = [400, 413, 415, 422],
) {
  expect([name, allowed.includes(status) ? 'refused' : `${status} ${JSON.stringify(body)}`]).toEqual([name, 'refused']);
  expect(Object.keys(body).filter((key) => !['code', 'message', 'field_errors', 'request_id'].includes(key))).toEqual(
    [],
  );
  expect(errorCodes).toHaveProperty(body.code);
  expect(typeof body.message).toBe('string');
  if (status === 422) expect(Object.keys(body.field_errors ?? {}).length).toBeGreaterThan(0);
}

/** Runs `attempt` and expects that no row of any table has changed. */
async function changesNothing(attempt: () => Promise<void>) {
  // Counting attempts is what rate limits are for.
  const except = ['rate_limits', 'sessions'];
  const before = await fingerprint(app.pools.owner, except);
  await attempt();
  expect(await fingerprint(app.pools.owner, except)).toEqual(before);
}

describe('a body', () => {
  const broken: [string, BodyInit][] = [
    ['that is cut off', '{"name":'],
    ['that is no JSON', 'name=x'],
    ['in single quotes', "{'a':1}"],
    ['with NaN', '{"a":NaN}'],
    ['of bad UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['of 100,000 open brackets', '['.repeat(100_000)],
    ['nested 5,000 deep', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`],
    ['that is null', 'null'],
    ['that is a list', '[]'],
    ['that is a text', '"x"'],
    ['that is a number', '1e999'],
    ['that is empty', ''],
    ['with a field that nobody knows', '{"is_admin":true,"restaurant_id":"x","__proto__":{"a":1},"constructor":1}'],
    ['that is far too large', `{"name":"${'x'.repeat(1_000_001)}"}`],
  ];
  test.each(broken)('%s is refused by every call and changes nothing', async (what, body) => {
    await changesNothing(async () => {
      for (const call of withBody) {
        // An empty body is valid where every field is optional; where it means "change nothing" the call answers 200.
        const isRight = typeof body === 'string' && JSON.stringify(body).length < 1000 && accepts(call, body);
        if (!isRight) expectRefused(`${call.name}: a body ${what}`, await send(call, body));
      }
    });
  });

  test('in another format than JSON is refused', async () => {
    await changesNothing(async () => {
      for (const call of withBody)
        for (const type of [
          'text/plain',
          'application/x-www-form-urlencoded',
          'multipart/form-data; boundary=x',
          'application/json; charset=utf-16',
          'application/jsonp',
          '',
        ])
          // Who may send a form has sent a broken one.
          expectRefused(`${call.name} ${type}`, await send(call, '{}', { headers: { 'content-type': type } }), [
            call.options.isMultipart && type.startsWith('multipart/') ? 400 : 415,
          ]);
      expectRefused('gzip', await send(withBody[0]!, '{}', { headers: { 'content-encoding': 'gzip' } }), [415]);
    });
  });

  test('of 10 MB is refused before it has arrived', async () => {
    let sent = 0;
    const endless = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += 65_536;
          if (sent > 10_000_000) controller.close();
          else controller.enqueue(new Uint8Array(65_536).fill(32));
        },
      });
    expectRefused('10 MB', await send(calls['menu.createBook']!, endless()), [413]);
    expect(sent).toBeLessThan(1_500_000);
  });

  test('of 10 MB over a real connection gets its answer', async () => {
    const url = `${server.address}/backend/menu/books`;
    const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' };
    const text = `{"name":"${'x'.repeat(10_000_000)}"}`;
    const chunked = new Blob([text]).stream();
    await changesNothing(async () => {
      for (const init of [{ body: text }, { body: chunked, duplex: 'half' }]) {
        const response = await fetch(url, { method: 'POST', headers, ...init });
        expect([response.status, ((await response.json()) as ErrorBody).code]).toEqual([413, 'too_large']);
      }
    });
  });

  test('that breaks off is refused and changes nothing', async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('{"name":"Ev'));
        controller.error(new Error('the line broke'));
      },
    });
    await changesNothing(async () => expectRefused('broken', await send(calls['menu.createBook']!, broken), [400]));
  });

  test('is refused by a call that takes none', async () => {
    expectRefused('logout', await send(calls['auth.logout']!, '{"all":true}'));
    expectRefused('removeBook', await send(calls['menu.removeBook']!, '{"force":true}'));
  });
});

describe('each field', () => {
  const wrong: unknown[] = [
    null,
    true,
    -1,
    1.5,
    1e21,
    Number.MAX_SAFE_INTEGER + 2,
    '',
    'x\u0000y',
    '\ud800',
    'x'.repeat(100_000),
    [],
    [[]],
    [null],
    {},
    { a: 1 },
    '0000-00-00',
    '9999-99-99T99:99:99.999Z',
    { toString: 1 },
  ];

  test.each(withBody.map((call) => [call.name, call] as const))(
    'of %s holds its own against wrong values',
    async (name, call) => {
      const fields = Object.keys((call.options.body as unknown as { shape: object }).shape);
      const base = right[name] ?? {};
      await changesNothing(async () => {
        for (const field of fields)
          for (const value of wrong) {
            const body = { ...base, [field]: value };
            if (call.options.body!.safeParse(body).success && !hasUnstorable(value)) continue;
            expectRefused(
              `${name}.${field} = ${JSON.stringify(value)?.slice(0, 40)}`,
              await send(call, JSON.stringify(body)),
            );
          }
        expectRefused(`${name}.extra`, await send(call, JSON.stringify({ ...base, extra: 1 })));
      });
    },
  );

  test.each(all.map((call) => [call.name, call] as const).filter(([, call]) => instantsOf(call).length > 0))(
    "of %s rejects instants beyond the database's range",
    async (name, call) => {
      await changesNothing(async () => {
        for (const { part, path } of instantsOf(call))
          for (const instant of ['0000-01-01T00:00:00.000Z', '1899-12-31T23:59:59.999Z', '3000-01-01T00:00:00.000Z']) {
            const answered =
              part === 'query'
                ? await send(call, null, { search: `?${path.join('.')}=${instant}` })
                : await send(call, JSON.stringify({ ...right[name], ...(at(path, instant) as object) }));
            expectRefused(`${name} ${path.join('.')} = ${instant}`, answered, [422]);
            expect(Object.keys(answered.body.field_errors ?? {})).toContain(path.join('.'));
          }
      });
    },
  );

  test('is named by its dotted path', async () => {
    const { body } = await send(
      calls['menu.createBook']!,
      JSON.stringify({ name: ' ', order_types: ['pickup', 'flying'], availability_windows: [{}], extra: 1 }),
    );
    expect(Object.keys(body.field_errors!)).toEqual(
      expect.arrayContaining(['name', 'order_types.1', 'availability_windows.0.id', 'extra']),
    );
  });
});

describe('a query', () => {
  const reads = all.filter((call) => call.method === 'GET' && permissionOf(call));
  const searches = [
    '?nobody=1',
    '?page_no=one',
    '?page_no=1&page_no=2',
    '?limit=1e9',
    '?__proto__=1',
    '?page_no=%00',
    '?search=%ED%A0%80&x',
  ];

  test.each(reads.map((call) => [call.name, call] as const))(
    'of %s is refused when it is not right',
    async (name, call) => {
      for (const search of searches) {
        if (!call.options.query && search === '') continue;
        const { status, body } = await send(call, null, { search });
        expectRefused(`${name}${search}`, { status, body }, [422]);
      }
    },
  );

  test('treats a page below 1 as 1 and bounds limits', async () => {
    for (const search of ['?page_no=0', '?page_no=-7', '?limit=0', '?limit=99999']) {
      const { status, body } = await send(calls['orders.list']!, null, { search });
      const { meta } = body as unknown as { meta: { current_page: number; limit: number } };
      expect([status, meta.current_page]).toEqual([200, 1]);
      expect(meta.limit).toBeGreaterThanOrEqual(1);
      expect(meta.limit).toBeLessThanOrEqual(100);
    }
  });
});

test.each(Object.entries(calls))(
  'the schemas of %s become JSON schema without unknown fields',
  (_name, { options }) => {
    expect(z.toJSONSchema(options.reply, { io: 'output' })).toHaveProperty('$schema');
    const accepted = [options.query, options.body].filter((schema) => schema !== undefined);
    for (const schema of accepted)
      expect(z.toJSONSchema(schema, { io: 'input' })).toMatchObject({ type: 'object', additionalProperties: false });
  },
);

/** Bodies that are valid except for the field under test. A call that is not listed is sent that field alone. */
const right: Record<string, object> = {
  'menu.createBook': { name: 'Book' },
  'menu.createCategory': { name: 'Category' },
  'menu.createItem': { name: 'Item', price_amount: 1 },
  'orders.create': {
    channel: 'walk_in',
    order_type: 'pickup',
    lines: [{ menu_item_id: null, name: 'Tea', unit_amount: 200, quantity: 1 }],
  },
  'orders.setStatus': { order_status: 'accepted' },
  'push.subscribe': pushSubscription(newId()),
  'chats.sendMessage': { message: 'Until ten' },
};

interface JsonSchema {
  format?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}

/** Where a call takes an instant, at any depth. A list contributes its first element. */
function instantsOf({ options }: Call): { part: 'query' | 'body'; path: string[] }[] {
  const within = (schema: JsonSchema, path: string[]): string[][] => [
    ...(schema.format === 'date-time' ? [path] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => within(field, [...path, name])),
    ...(schema.items ? within(schema.items, [...path, '0']) : []),
    ...(schema.anyOf ?? []).flatMap((choice) => within(choice, path)),
  ];
  return (['query', 'body'] as const).flatMap((part) => {
    const schema = options[part];
    if (!schema) return [];
    const json = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema; // only the fields that this function reads
    return within(json, []).map((path) => ({ part, path }));
  });
}

/** An object that holds only `value`, at the path. */
function at([name, ...rest]: string[], value: unknown): unknown {
  if (name === undefined) return value;
  return name === '0' ? [at(rest, value)] : { [name]: at(rest, value) };
}

function accepts(call: Call, text: string): boolean {
  if (text === '') return call.options.isBodyOptional === true;
  try {
    return call.options.body!.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

const hasUnstorable = (value: unknown) =>
  typeof value === 'string' && (value.includes('\u0000') || !value.isWellFormed());
