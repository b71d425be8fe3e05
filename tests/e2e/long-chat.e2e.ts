import type { Page } from 'playwright-core';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDevice, type Device } from '../support/device.ts';
import { openAccount, type Account } from './api.ts';
import { chatVisitors, type ChatVisitor } from './chat-visitors.ts';
import { ownerPool } from './database.ts';
import { startGalley, type Galley } from './galley.ts';

let galley: Galley;
let owner: pg.Pool;
let account: Account;
let desk: Device;
let customer: ChatVisitor;

const LONG = 9_900;

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster') });
  owner = ownerPool(galley);
  account = await openAccount(galley, 'long-chat@galley.test', 'Spice Route');
  const { slug } = (await owner.query<{ slug: string }>('SELECT slug FROM restaurants')).rows[0]!;
  customer = await chatVisitors(galley, owner, slug)({ name: 'Long Talker' }, 'The newest of many');
  await makeLong(customer);
  desk = await openDevice({ origin: galley.origin, viewport: { width: 1440, height: 900 } });
  await desk.signIn(account);
  await desk.isLoaded();
});

afterAll(async () => {
  await desk?.dispose();
  await owner?.end();
  await galley?.dispose();
});

const bubble = (page: Page, text: string) => page.locator('[data-message]').filter({ hasText: text });

test('a chat of ten thousand messages never jumps while scrolling', async () => {
  const { page } = desk;
  await desk.go('/restaurant/chats');
  await page.getByRole('link', { name: 'Long Talker' }).click();
  await bubble(page, 'The newest of many').waitFor();
  const region = page.getByRole('region', { name: 'Messages with Long Talker' });
  // Earlier messages load above the visible ones, which must not move.
  const seen = await region.evaluate(readUpwards, LONG - 250);
  expect(seen.at(-1)).toBeLessThan(LONG - 250);
  const jumps = seen.filter((n, i) => i > 0 && (n > seen[i - 1]! || seen[i - 1]! - n > 40));
  expect(jumps).toEqual([]);

  await region.evaluate((view) => {
    const up = () => {
      view.scrollTop = 0;
      if (!view.textContent?.includes('Message 1.')) requestAnimationFrame(up);
    };
    up();
  });
  await bubble(page, 'Message 1.').first().waitFor();
  expect(await page.locator('[data-message]').count()).toBeLessThan(80);

  await customer.write('One more thing');
  await page.getByRole('button', { name: '1 new' }).click();
  await bubble(page, 'One more thing').waitFor();
});

/** Runs in the page: scrolls up a little in each frame until `end` is passed. Returns the numbers of the messages that were at the top. */
async function readUpwards(view: Element, end: number): Promise<number[]> {
  const seen: number[] = [];
  view.dispatchEvent(new WheelEvent('wheel', { bubbles: true }));
  for (let frame = 0; frame < 2000 && (seen.at(-1) ?? end) >= end; frame++) {
    view.scrollTop -= 300;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const top = view.getBoundingClientRect().top;
    const first = [...view.querySelectorAll('[data-message]')].find((one) => one.getBoundingClientRect().bottom > top);
    const n = Number(/Message (\d+)\./.exec(first?.textContent ?? '')?.[1]);
    if (n) seen.push(n);
  }
  return seen;
}

/** Adds years of messages, in one version under the space's lock like every other change. */
async function makeLong({ chatId }: ChatVisitor): Promise<void> {
  const client = await owner.connect();
  await client.query('BEGIN');
  await client.query('UPDATE spaces SET version = version + 1 WHERE restaurant_id = $1', [account.restaurantId]);
  await client.query(
    `INSERT INTO chat_messages (restaurant_id, id, version, created_at, updated_at, chat_id, author, type, message, delivery_status)
     SELECT $1, gen_random_uuid(), (SELECT version FROM spaces WHERE restaurant_id = $1), at, at, $2,
            CASE WHEN n % 2 = 0 THEN 'staff' ELSE 'customer' END, 'text',
            'Message ' || n || '. ' || repeat('It goes on and on. ', n % 9), 'read'
       FROM generate_series(1, $3::int) AS n,
            LATERAL (SELECT date_trunc('second', now()) - interval '1 day' + n * interval '1 second' AS at) AS t`,
    [account.restaurantId, chatId, LONG],
  );
  await client.query('COMMIT');
  client.release();
}
