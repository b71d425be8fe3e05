import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { SMTPServer } from 'smtp-server';
import { addJobs } from '../server/jobs/restored.ts';
import { callApi, publishWebsite, requestData } from '../tests/e2e/api.ts';
import { ownerPool } from '../tests/e2e/database.ts';
import { startGalley } from '../tests/e2e/galley.ts';
import { openKitchen, stayOpen, type Kitchen } from '../tests/e2e/kitchen.ts';
import { drawMenu, drawnStarters } from '../tests/support/drawn-menu.ts';
import { pdfOf } from '../tests/support/hostile-files.ts';
import type { FilesToSend } from './neighbours-files.ts';
import { median, ms, percentile, table, times } from './figures.ts';

// npm run bench:neighbours
// What a quiet restaurant waits while another one floods the server, beside what it waits without it. The goal: at most twice as long.
// ROUNDS=40 measurements of each kind.

const ROUNDS = Number(process.env['ROUNDS'] ?? 40);
const GOAL = 2;
const MB = 1024 * 1024;
/** How long the mail server takes for each mail. */
const MAIL_MS = 200;
const REPORTS = 1001;

const env: Record<string, string> = { TRUST_PROXY: '1' };
const galley = await startGalley({ env });
const owner = ownerPool(galley, 4);
const mails = await startMailServer();
try {
  const [idle, busy] = [await open('quiet', 3), await open('loud', 4)];
  // The codes of these two came as files; from now on mails go to a server that takes its time.
  await galley.kill();
  env['SMTP_URL'] = mails.url;
  await galley.start();
  const picture = await drawMenu(drawnStarters);
  await measure(idle, 5);
  const alone = await measure(idle);
  const pictureAlone = await readMenu(idle, [picture]);
  const rows = [['beside', 'what', 'median', 'p95', 'median alone', 'p95 alone', 'slower (median)', 'slower (p95)']];
  const add = (load: string, beside: Measured) => {
    for (const [name, waits] of Object.entries(beside)) {
      const base = alone[name]!;
      rows.push([
        load,
        name,
        ms(median(waits)),
        ms(percentile(waits, 0.95)),
        ms(median(base)),
        ms(percentile(base, 0.95)),
        times(median(waits), median(base)),
        times(percentile(waits, 0.95), percentile(base, 0.95)),
      ]);
    }
  };

  for (const load of [importCommas, floodOrders, queueReports]) {
    const { what, stop } = await load(busy);
    const beside = await measure(idle);
    add(`${what}: ${await stop()}`, beside);
  }
  const { what, stop } = await sendPdfs(busy);
  const pictureBeside = readMenu(idle, [picture]);
  const beside = await measure(idle);
  const waited = await pictureBeside;
  add(`${what}: ${await stop()}`, beside);
  console.info(table(rows));
  console.info(
    `A picture of another restaurant is read in ${ms(waited)} beside four PDFs, alone in ${ms(pictureAlone)}: ${times(waited, pictureAlone)}`,
  );
  console.info(
    `${ROUNDS} measurements each; a mail server that takes ${MAIL_MS} ms for a mail; the goal is ${GOAL} times`,
  );
} finally {
  await owner.end();
  await galley.dispose();
  await mails.close();
}

type Measured = Record<string, number[]>;

interface Load {
  what: string;
  /** Says what became of it. */
  stop(): Promise<string>;
}

interface Shop extends Kitchen {
  slug: string;
  /** A dish without sizes or choices. */
  dishId: string;
}

async function open(name: string, seed: number): Promise<Shop> {
  const kitchen = await openKitchen(galley, owner, { email: `${name}@galley.test`, name, seed });
  await stayOpen(owner, kitchen.restaurantId);
  await publishWebsite(galley, kitchen.token);
  const { rows } = await owner.query<{ slug: string; dishId: string }>(
    `SELECT r.slug, i.id AS "dishId" FROM restaurants r JOIN menu_items i USING (restaurant_id)
      WHERE r.restaurant_id = $1 AND i.deleted_at IS NULL AND i.availability_status = 'available'
        AND i.modifier_groups = '[]' AND i.variants = '[]'
      ORDER BY i.id LIMIT 1`,
    [kitchen.restaurantId],
  );
  return { ...kitchen, ...rows[0]! };
}

/** A list, a toggle, the catalog of the website and a code for somebody who signs up, by turns. */
async function measure({ token, items, slug }: Shop, rounds = ROUNDS): Promise<Measured> {
  const [dish] = items;
  const { menu_book_id: book, category_id: category, id } = dish!;
  const waits: Measured = { list: [], toggle: [], catalog: [], code: [] };
  const timed = async (name: string, run: () => Promise<unknown>) => {
    const began = performance.now();
    await run();
    waits[name]!.push(performance.now() - began);
  };
  for (let round = 0; round < rounds; round += 1) {
    await timed('list', () => requestData(galley.origin, 'GET', '/orders?limit=15', { token }));
    await timed('toggle', () =>
      requestData(galley.origin, 'PUT', `/menu/books/${book}/categories/${category}/items/${id}/update-availability`, {
        token,
        body: { is_available: round % 2 === 0 },
        headers: { 'idempotency-key': randomUUID() },
      }),
    );
    await timed('catalog', () => requestData(galley.origin, 'GET', `/public/restaurants/${slug}/menu`));
    await timed('code', async () => {
      const email = `${randomUUID()}@galley.test`;
      const arrived = mails.mailTo(email);
      await requestData(galley.origin, 'POST', '/auth/register', {
        body: { email, password: 'correct horse battery', restaurant_name: 'Corner' },
        // Each network may sign up some hundred an hour.
        headers: { 'x-forwarded-for': `198.51.100.${round}` },
      });
      await arrived;
    });
    await sleep(50);
  }
  return waits;
}

/** Ten megabytes of commas, four files at once, again and again, from a thread to which the measuring one has precedence: it must not wait for its own load. */
async function importCommas({ token }: Shop): Promise<Load> {
  const statuses: number[] = [];
  const sender = new Worker(new URL('neighbours-files.ts', import.meta.url), {
    workerData: { origin: galley.origin, token, bytes: 10 * MB, atOnce: 4 } satisfies FilesToSend,
  });
  sender.on('message', (status: number) => statuses.push(status));
  return {
    what: 'imports of 10 MB',
    async stop() {
      await sender.terminate();
      return counted(statuses);
    },
  };
}

/** A thousand orders from one address, while others order from elsewhere. */
async function floodOrders(shop: Shop): Promise<Load> {
  const statuses: number[] = [];
  const others: number[] = [];
  let n = 0;
  const repeat = repeatUntilStopped(4, async () => {
    if (n >= 1000) {
      await sleep(100);
      return;
    }
    const own = (n += 1);
    statuses.push(await order(shop, own, '203.0.113.9'));
    if (own % 100 === 0) others.push(await order(shop, 5000 + own, `192.0.2.${own / 100}`));
  });
  return {
    what: 'storefront orders from one address',
    async stop() {
      while (n < 1000) await sleep(100);
      await repeat.stop();
      others.push(await order(shop, 9999, '192.0.2.99'));
      return `${counted(statuses)}; from other addresses ${counted(others)}`;
    },
  };
}

async function order({ slug, dishId }: Shop, n: number, address: string): Promise<number> {
  const { status } = await callApi(galley.origin, 'POST', `/public/restaurants/${slug}/orders`, {
    body: {
      order_type: 'pickup',
      lines: [{ menu_item_id: dishId, quantity: 1 }],
      customer: { name: `Customer ${n}`, phone: `+4477009${String(n).padStart(5, '0')}` },
    },
    headers: { 'x-forwarded-for': address },
  });
  return status;
}

/** A thousand reports and one at the same hour, each to a person of their own. */
async function queueReports({ restaurantId, userId }: Shop): Promise<Load> {
  // Orders of last week, whatever the kitchen's past orders are from.
  await owner.query(
    `WITH risen AS (UPDATE spaces SET version = version + 1 WHERE restaurant_id = $1 RETURNING version)
     UPDATE orders SET version = (SELECT version FROM risen), placed_at = date_trunc('week', now()) - interval '2 days'
      WHERE restaurant_id = $1`,
    [restaurantId],
  );
  const { rows: people } = await owner.query<{ id: string }>(
    `INSERT INTO users SELECT (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(), 'email', 'report-' || n || '@galley.test'))).*
       FROM users u, generate_series(1, $2) n WHERE u.id = $1 RETURNING id`,
    [userId, REPORTS],
  );
  await owner.query(
    `INSERT INTO memberships (restaurant_id, id, user_id, role, created_at, updated_at)
     SELECT $1, gen_random_uuid(), id, 'manager', now(), now() FROM users WHERE email LIKE 'report-%'`,
    [restaurantId],
  );
  const { rows: days } = await owner.query<{ day: string }>(
    `WITH added AS (
       INSERT INTO notification_preferences (restaurant_id, user_id, preferences, updated_at)
       SELECT $1, id, '{}', now() FROM users WHERE email LIKE 'report-%')
     SELECT to_char(date_trunc('week', now()) - interval '1 day', 'YYYY-MM-DD') AS day`,
    [restaurantId],
  );
  const jobs = people.map(({ id }) => ({
    queue: 'mail_report',
    data: { job: 'mail.weekly_report', ids: { restaurant_id: restaurantId, user_id: id, last_day: days[0]!.day } },
    priority: 0,
    start_after: new Date().toISOString(),
  }));
  const client = await owner.connect();
  try {
    await (
      await addJobs(client, jobs)
    )();
  } finally {
    client.release();
  }
  return {
    what: `${REPORTS} weekly reports`,
    async stop() {
      const { rows } = await owner.query<{ count: string }>(
        `SELECT count(*) FROM pgboss.job WHERE name = 'mail_report' AND state IN ('created', 'retry', 'active')`,
      );
      return `${mails.reports()} sent meanwhile, ${rows[0]!.count} still wait`;
    },
  };
}

/** Four PDFs, each of twelve pages of strokes and 4 MB long. */
async function sendPdfs({ token }: Shop): Promise<Load> {
  const strokes = '0 0 m 9 9 l S\n'.repeat(48_000);
  const padding = Buffer.alloc(4 * MB - strokes.length, ' ');
  const pdf = pdfOf({ pages: 12, content: { dictionary: '', bytes: Buffer.concat([Buffer.from(strokes), padding]) } });
  const statuses: number[] = [];
  for (let n = 0; n < 4; n += 1) {
    const form = new FormData();
    form.append('files', new Blob([Uint8Array.from(pdf)]), 'menu.pdf');
    statuses.push(await sendForm('POST', '/menu/books/upload/image', token, form));
  }
  return { what: 'PDFs of 4 MB', stop: async () => counted(statuses) };
}

/** Uploads pages and waits until they are read. Milliseconds. */
async function readMenu({ token }: Shop, pages: Buffer[]): Promise<number> {
  const began = performance.now();
  const form = new FormData();
  for (const page of pages) form.append('files', new Blob([Uint8Array.from(page)]), 'menu.png');
  const response = await fetch(`${galley.origin}/backend/menu/books/upload/image`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    body: form,
  });
  const { data } = (await response.json()) as { data: { upload_id: string } };
  for (;;) {
    const { status } = await requestData<{ status: string }>(galley.origin, 'GET', `/menu/uploads/${data.upload_id}`, {
      token,
    });
    if (status === 'failed') throw new Error('The picture was not read');
    if (status !== 'uploaded' && status !== 'reading') return performance.now() - began;
    await sleep(200);
  }
}

async function sendForm(method: string, path: string, token: string, body: FormData): Promise<number> {
  const response = await fetch(`${galley.origin}/backend${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

function repeatUntilStopped(atOnce: number, run: () => Promise<void>): { stop(): Promise<void> } {
  let isOver = false;
  const runs = Array.from({ length: atOnce }, async () => {
    while (!isOver) await run();
  });
  return {
    async stop() {
      isOver = true;
      await Promise.all(runs);
    },
  };
}

/** Such as "3 x 422, 1 x 429". */
function counted(statuses: number[]): string {
  return [...Map.groupBy(statuses, (status) => status)].map(([status, all]) => `${all.length} x ${status}`).join(', ');
}

/** Takes all mail, each after a while. */
async function startMailServer() {
  const waiting = new Map<string, () => void>();
  let reports = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      stream.resume();
      stream.on('end', () =>
        setTimeout(() => {
          for (const { address } of envelope.rcptTo) {
            waiting.get(address)?.();
            if (address.startsWith('report-')) reports += 1;
          }
          done();
        }, MAIL_MS),
      );
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mailTo: (email: string) => new Promise<void>((resolve) => void waiting.set(email, resolve)),
    reports: () => reports,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
