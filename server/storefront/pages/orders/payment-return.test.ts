import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectProvider, fakeProvider } from '../../../../tests/support/fake-provider.ts';
import { makeMenu } from '../../../../tests/api/tablet.ts';
import { callApi, requestData } from '../../../../tests/support/api.ts';
import { startApp, type TestApp } from '../../../../tests/support/server.ts';
import { publishWebsite } from '../../../../tests/support/publish-website.ts';
import { signUp } from '../../../../tests/support/sign-up.ts';
import { openWebsite, type Shown } from '../../../../tests/support/website-visitor.ts';
import type { WebsiteSetup } from '../../../../contract/website/calls.ts';
import { referenceOf } from '../../../payments/online/checkouts.ts';

describe.each([
  ['below /site/', '0'],
  ['on a host of its own', '1'],
])('after paying on a website %s', (_where, WEBSITE_HOSTS) => {
  let app: TestApp;
  let base: string;
  let slug: string;
  let token: string;
  const records = new Map<string, string[]>();

  beforeAll(async () => {
    const stripe = fakeProvider('stripe', () => app.clock.now());
    app = await startApp({
      startsAt: '2026-11-20T18:30:00.000Z',
      providers: { stripe, paystack: null },
      settings: { WEBSITE_HOSTS },
      findTxt: (name) => Promise.resolve(records.get(name) ?? []),
    });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    app.clock.pass(60_000);
    const owner = await signUp(app);
    const menu = await makeMenu(app, owner);
    slug = owner.restaurant.slug;
    await publishWebsite(app, owner.restaurant.id);
    token = owner.token;
    base = WEBSITE_HOSTS === '1' ? `https://${slug}.galley.test` : `https://galley.test/site/${slug}`;
    await connectProvider(app.pools.owner, owner.restaurant.id, { account: `acct_${slug}` });
    await callApi(app.fetch, 'PUT', `/menu/books/${menu.bookId}`, {
      token: owner.token,
      body: { status: 'published' },
    });
  });

  const textOf = ({ document }: Shown) => document.body.textContent.replaceAll(/\s+/g, ' ');
  /** Orders and goes to the payment page; answers the order's address and what the provider brings back. */
  async function pay(guest: ReturnType<typeof openWebsite>) {
    const at = base.startsWith('https://galley.test/') ? new URL(base).pathname : '';
    const page = await guest.open(`${base}/`);
    await guest.submit(page.document.querySelector('form[data-add]'));
    const checkout = await guest.open(`${base}/checkout`);
    const form = checkout.document.querySelector(`form[action="${at}/checkout"]`);
    const order = await guest.submit(form, { name: 'Priya', phone: '020 7946 0123' });
    await guest.open(`${order.path.split('?')[0]}/pay`);
    const { rows } = await app.pools.owner.query<{ id: string; order_id: string }>(
      'SELECT id, order_id FROM checkouts ORDER BY created_at DESC, id DESC LIMIT 1',
    );
    return {
      path: order.path,
      reference: referenceOf(app.env.secretsKey, rows[0]!.id),
      confirm: () =>
        app.pools.owner.query(
          `UPDATE orders o SET due_amount = 0, paid_amount = total_amount, version = s.version
             FROM spaces s WHERE s.restaurant_id = o.restaurant_id AND o.id = $1`,
          [rows[0]!.order_id],
        ),
    };
  }
  const visitor = () => openWebsite(app, new URL(base).origin);
  const back = (path: string, reference: string) => `https://galley.test${path}?reference=${reference}&status=x`;

  test('the customer is back at the order, which says when the payment has arrived', async () => {
    const guest = visitor();
    const { path, reference, confirm } = await pay(guest);
    const waits = await guest.open(back('/success', reference));
    expect(new URL(waits.path, base).pathname).toBe(new URL(path, base).pathname);
    expect(textOf(waits)).toContain('Your payment is being confirmed.');
    expect(waits.headers.get('Refresh')).toBe('5');
    expect(waits.document.querySelector('form[action$="/pay"]')).toBeNull();
    await confirm();
    const paid = await guest.open(waits.path);
    expect(textOf(paid)).toContain('Thank you: your payment has arrived.');
    expect(paid.headers.get('Refresh')).toBeNull();
  });

  test('a chosen tip follows a total that changes before the order is placed', async () => {
    const guest = visitor();
    const at = base.startsWith('https://galley.test/') ? new URL(base).pathname : '';
    const page = await guest.open(`${base}/`);
    await guest.submit(page.document.querySelector('form[data-add]'));
    const formOf = ({ document }: Shown) => document.querySelector(`form[action="${at}/checkout"]`);
    const typed = { name: 'Priya', phone: '020 7946 0123', payment: 'online', tip_percent: '10' };
    const changed = await guest.submit(formOf(await guest.open(`${base}/checkout`)), { ...typed, expected: '1' });
    expect(textOf(changed)).toContain('The prices have changed.');
    expect(changed.document.querySelector('select[name=tip_percent] option[selected]')?.getAttribute('value')).toBe(
      '10',
    );
    await guest.submit(formOf(changed), typed);
    const { rows } = await app.pools.owner.query<{ tip_amount: number; total_amount: number }>(
      `SELECT c.tip_amount::int, o.total_amount::int FROM checkouts c JOIN orders o ON o.id = c.order_id
        ORDER BY c.created_at DESC, c.id DESC LIMIT 1`,
    );
    expect(rows[0]!.total_amount).toBeGreaterThan(0);
    expect(rows[0]!.tip_amount).toBe(Math.round(rows[0]!.total_amount / 10));
  });

  test('who gave up can pay again there', async () => {
    const guest = visitor();
    const { reference } = await pay(guest);
    const page = await guest.open(back('/failure', reference));
    expect(textOf(page)).toContain('Nothing was paid. Your order stands');
    expect(page.document.querySelector('form[action$="/pay"]')).not.toBeNull();
  });

  // Only with hosts can a restaurant have a domain.
  if (WEBSITE_HOSTS === '1')
    test('the customer of a domain of its own is back there', async () => {
      const domain = `www.${slug}.example`;
      const setUp = () =>
        requestData<WebsiteSetup>(app.fetch, 'POST', '/website-setup/domain', {
          token,
          body: { custom_domain: domain },
        });
      const { verification } = await setUp();
      records.set(verification!.record_name, [verification!.record_value]);
      await setUp();
      const below = base;
      base = `https://${domain}`;
      const { path, reference } = await pay(visitor());
      const paying = path.split('?')[0]!.split('/').at(-1)!;
      /** Follows the redirects as a browser does that has the cookie on one host only. */
      const follow = async (cookieHost: string, query = '') => {
        const hosts: string[] = [];
        let url = new URL(back('/success', reference) + query);
        for (;;) {
          const headers = new Headers({ Accept: 'text/html' });
          if (url.host === cookieHost) headers.set('Cookie', `paying=${paying}`);
          const response = await app.fetch(new Request(url, { headers }));
          const to = response.headers.get('Location');
          if (to === null) return [...hosts, url.host + url.pathname];
          hosts.push(url.host);
          url = new URL(to, url);
        }
      };
      const name = new URL(below).host;
      expect(await follow(domain)).toEqual(['galley.test', domain, `${domain}/orders/${paying}`]);
      // Who began below the platform's name is led on to there.
      expect(await follow(name)).toEqual(['galley.test', domain, name, `${name}/orders/${paying}`]);
      expect(await follow('none')).toEqual(['galley.test', domain, name, 'galley.test/success']);
      // Whoever has the domain now learns nothing.
      records.clear();
      app.clock.pass(11 * 60_000);
      expect(await follow(name)).toEqual(['galley.test', name, `${name}/orders/${paying}`]);
    });

  test('somebody else sees the page about the payment, and no order', async () => {
    const { reference } = await pay(visitor());
    const stranger = await visitor().open(back('/success', reference));
    expect(stranger.path).toBe(`https://galley.test/success?reference=${reference}&stay=`);
    const nobody = await visitor().open(back('/success', 'nothing-of-ours'));
    expect(nobody.path).toBe(back('/success', 'nothing-of-ours'));
  });
});
