import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { IMAGE_WIDTHS } from '../../contract/files/images.ts';
import type { DomainAnswer, WebsiteSetup } from '../../contract/website/calls.ts';
import { callApi, requestData } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { deleteOldOf } from '../../tests/support/delete-old.ts';
import { startRdapDouble, type RdapDouble } from '../../tests/support/doubles/rdap.ts';

let registry: RdapDouble;
let app: TestApp;
let owner: SignedUp;
/** What name servers answer; null: nothing. */
let records: string[] | null = [];
const requestedNames: string[] = [];
beforeAll(async () => {
  registry = await startRdapDouble();
  app = await startApp({
    settings: registry.settings,
    findTxt: (name) => {
      requestedNames.push(name);
      return Promise.resolve(records);
    },
  });
});
beforeEach(async () => {
  records = [];
  owner = await signUp(app);
});
afterAll(async () => {
  await app.close();
  await registry.close();
});

const read = (who = owner) => requestData<WebsiteSetup>(app.fetch, 'GET', '/website-setup', { token: who.token });
const post = <T = WebsiteSetup>(section: string, body: object, who = owner) =>
  callApi<T>(app.fetch, 'POST', `/website-setup/${section}`, { token: who.token, body });
const info = {
  restaurant_name: 'Tamarind',
  phone_number: '020 7946 0018',
  email: 'Hello@Tamarind.test',
  short_description: ' Curries from the south ',
  address: '5 Quay Street',
};
const colors = { primary: '#0B5FA5', background: '#FFFFFF', text: '#1A1A1A' };
const pages = {
  is_about_page_enabled: true,
  about_page_content: '<b>Since</b> 1998',
  is_contact_page_enabled: false,
  contact_page_content: '',
  social_media_links: {},
};
const rowOf = async () => {
  const { rows } = await app.pools.owner.query<Record<string, unknown>>(
    'SELECT r.*, s.version AS space FROM restaurants r JOIN spaces s USING (restaurant_id) WHERE restaurant_id = $1',
    [owner.restaurant.id],
  );
  return rows[0]!;
};

describe('the set-up', () => {
  test('begins with what the restaurant has', async () => {
    expect(await read()).toMatchObject({
      restaurant_name: owner.restaurant.name,
      domain: `${owner.restaurant.slug}.galley.test`,
      subdomain: owner.restaurant.slug,
      custom_domain: null,
      custom_domain_status: 'none',
      verification: null,
      theme: 'light',
      theme_colors: colors,
      restaurant_type: null,
      logo: null,
      social_media_links: {},
      is_about_page_enabled: false,
      opening_hours: owner.restaurant.opening_hours,
    });
  });

  test('of one restaurant is invisible to another', async () => {
    await post('basic-info', info);
    await post('extra-pages', pages);
    const stranger = await read(await signUp(app));
    expect(JSON.stringify(stranger)).not.toMatch(/Tamarind|1998/);
  });

  test('is refused without a session', async () => {
    expect((await callApi(app.fetch, 'GET', '/website-setup')).status).toBe(401);
  });
});

describe('basic information', () => {
  test('changes the restaurant itself, for every device', async () => {
    const before = await rowOf();
    expect((await post('basic-info', info)).data).toMatchObject({
      restaurant_name: 'Tamarind',
      phone_number: '+442079460018',
      email: 'hello@tamarind.test',
      short_description: 'Curries from the south',
      address: '5 Quay Street',
    });
    const after = await rowOf();
    expect(after).toMatchObject({ name: 'Tamarind', phone_number_business: '+442079460018', version: after.space });
    expect(Number(after.version)).toBeGreaterThan(Number(before.version));
  });

  test('names the field that is wrong', async () => {
    expect((await post('basic-info', { ...info, phone_number: 'call me' })).error?.field_errors).toEqual({
      phone_number: 'This is not a telephone number',
    });
    expect((await post('basic-info', { ...info, email: 'nobody' })).status).toBe(422);
    expect((await post('basic-info', { ...info, restaurant_name: ' ' })).status).toBe(422);
    expect((await post('basic-info', { ...info, short_description: 'x'.repeat(301) })).status).toBe(422);
    expect((await read()).restaurant_name).toBe(owner.restaurant.name);
  });
});

describe('a section that changed elsewhere', () => {
  test('is refused with the current set-up, the others are saved', async () => {
    const { revisions } = await read();
    await post('basic-info', info);
    const refused = await post('basic-info', { ...info, address: 'Elsewhere 1', seen_revision: revisions.basic_info });
    expect(refused).toMatchObject({
      status: 409,
      error: { code: 'changed_elsewhere', current: { address: '5 Quay Street' } },
    });
    const type = { restaurant_type: 'cafe', seen_revision: revisions.restaurant_type };
    expect((await post('restaurant-type', type)).data?.restaurant_type).toBe('cafe');
    expect((await post('restaurant-type', { ...type, restaurant_type: 'bar' })).status).toBe(409);
  });
});

test('the type is one of those that are known', async () => {
  expect((await post('restaurant-type', { restaurant_type: 'bakery' })).data?.restaurant_type).toBe('bakery');
  expect((await post('restaurant-type', { restaurant_type: 'castle' })).status).toBe(422);
});

describe('colours', () => {
  test('are saved if their texts are readable', async () => {
    const dark = { primary: '#FFD54F', background: '#101418', text: '#F2F2F2' };
    const saved = await post('theme-colors', { theme: 'dark', theme_colors: dark });
    expect(saved.data).toMatchObject({ theme: 'dark', theme_colors: dark });
  });

  test('that are hard to read are refused with the nearest readable one', async () => {
    const refused = await post('theme-colors', { theme_colors: { ...colors, primary: '#FFAA00', text: '#777777' } });
    expect(refused.status).toBe(422);
    expect(refused.error?.field_errors).toMatchObject({
      'theme_colors.text': 'Hard to read. The nearest readable colour is #767676',
    });
    expect(Object.keys(refused.error?.field_errors ?? {})).toContain('theme_colors.primary');
    expect((await post('theme-colors', { theme_colors: { ...colors, text: 'red' } })).status).toBe(422);
  });
});

describe('order types', () => {
  const none = {
    is_order_type_pickup: false,
    is_order_type_dine_in: false,
    is_order_type_reservation: false,
    is_order_type_catering: false,
    is_order_type_delivery: false,
  };
  test('change what the restaurant offers; delivery stays unless it is given', async () => {
    const all = await post('order-types', { ...none, is_order_type_delivery: true, is_order_type_catering: true });
    expect(all.data).toMatchObject({ is_order_type_delivery: true, is_order_type_pickup: false });
    const { is_order_type_delivery: _, ...specified } = none;
    const saved = await post('order-types', { ...specified, is_order_type_pickup: true });
    expect(saved.data).toMatchObject({ is_order_type_delivery: true, is_order_type_pickup: true });
    expect((await rowOf()).order_type).toEqual(['pickup', 'delivery']);
  });

  test('are never none', async () => {
    expect((await post('order-types', none)).error?.field_errors).toEqual({
      is_order_type_pickup: 'Choose at least one kind of order',
    });
  });
});

describe('opening hours', () => {
  const day = (weekday: number, ...periods: [string, string][]) => ({
    weekday,
    is_open: periods.length > 0,
    periods: periods.map(([open_time, close_time]) => ({ open_time, close_time })),
  });

  test('are those of the restaurant, and exceptions stay', async () => {
    const closed = { date: '12-25', is_open: false, periods: [], label: 'Christmas' };
    const days = [day(1, ['11:30', '14:00'], ['18:00', '01:00'])];
    await post('opening-hours', { days, exceptions: [closed] });
    const saved = await post('opening-hours', { days: [...days, day(2)] });
    expect(saved.data?.opening_hours).toEqual({ days: [...days, day(2)], exceptions: [closed] });
    expect((await rowOf()).opening_hours).toEqual(saved.data?.opening_hours);
  });

  test.each([
    ['overlap', [day(1, ['11:00', '15:00'], ['14:00', '22:00'])], 'These times overlap'],
    ['follow a night', [day(1, ['18:00', '02:00'], ['20:00', '21:00'])], 'These times overlap'],
    ['are missing', [{ ...day(1), is_open: true }], 'Enter when it opens and closes, or mark the day as closed'],
    ['are given twice', [day(3), day(3)], 'This day is given twice'],
  ])('that %s are refused', async (_what, days, message) => {
    const refused = await post('opening-hours', { days });
    expect([refused.status, Object.values(refused.error?.field_errors ?? {})]).toEqual([422, [message]]);
  });
});

describe('further pages', () => {
  test('are kept as they were written', async () => {
    const social_media_links = { instagram: 'https://www.instagram.com/tamarind' };
    const saved = await post('extra-pages', { ...pages, social_media_links });
    expect(saved.data).toMatchObject({ ...pages, social_media_links });
  });

  test('have a text, bounds, and links to known hosts only', async () => {
    expect((await post('extra-pages', { ...pages, about_page_content: ' ' })).error?.field_errors).toEqual({
      about_page_content: 'Write the text of the page, or turn the page off',
    });
    expect((await post('extra-pages', { ...pages, about_page_content: 'x'.repeat(5001) })).status).toBe(422);
    expect((await post('extra-pages', { ...pages, about_page_content: '文'.repeat(5000) })).status).toBe(200);
    const links = { instagram: 'https://evil.example/tamarind' };
    expect((await post('extra-pages', { ...pages, social_media_links: links })).status).toBe(422);
  });
});

describe('images', () => {
  const widths = (colour: string) =>
    Promise.all(
      IMAGE_WIDTHS.map((width) =>
        sharp({ create: { width, height: width / 2, channels: 3, background: colour } })
          .webp()
          .toBuffer(),
      ),
    );
  async function send(parts: Record<string, Uint8Array[] | string>) {
    const form = new FormData();
    for (const [name, part] of Object.entries(parts))
      if (typeof part === 'string') form.append(name, part);
      else for (const file of part) form.append(name, new Blob([file as BlobPart]));
    const response = await app.fetch(
      new Request('https://galley.test/backend/website-setup/images', {
        method: 'POST',
        headers: { Authorization: `Bearer ${owner.token}` },
        body: form,
      }),
    );
    return { status: response.status, body: (await response.json()) as { data?: WebsiteSetup; field_errors?: object } };
  }
  const show = async (url: string) =>
    (await app.fetch(new Request(`https://galley.test/backend${url}`))).headers.get('Content-Type');

  test('are stored, shown, kept while they are named and removed', async () => {
    const { body } = await send({ logo: await widths('#a33'), cover_image: await widths('#3a3') });
    const { logo, cover_image } = body.data!;
    expect([await show(logo!), await show(cover_image!)]).toEqual(['image/webp', 'image/webp']);
    const removed = await send({ remove: 'cover_image' });
    expect(removed.body.data).toMatchObject({ logo, cover_image: null });
    const deleteUnused = () => deleteOldOf('files', app, app.clock.now());
    await deleteUnused();
    app.clock.pass(8 * 86_400_000);
    await deleteUnused();
    owner = { ...owner };
    expect([await show(logo!), await show(cover_image!)]).toEqual(['image/webp', 'application/json; charset=utf-8']);
  });

  test('that are none are refused', async () => {
    const page = Buffer.from('<script>alert(1)</script>');
    expect(await send({ logo: [page, page, page] })).toMatchObject({
      status: 422,
      body: { field_errors: { logo: 'Not a JPEG, WebP or AVIF image' } },
    });
    expect((await send({ logo: [page] })).status).toBe(422);
    expect((await read()).logo).toBe(null);
  });
});

describe('the address', () => {
  test('under the platform is unique, whoever comes first', async () => {
    const other = await signUp(app);
    const name = `tamarind-${owner.restaurant.slug.slice(-8)}`;
    const both = await Promise.all([post('domain', { subdomain: name }), post('domain', { subdomain: name }, other)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(both.find(({ status }) => status === 422)?.error?.field_errors).toEqual({
      subdomain: 'Another restaurant has this address.',
    });
    const saved = both.find(({ status }) => status === 200)?.data;
    expect(saved).toMatchObject({ subdomain: name, domain: `${name}.galley.test` });
    expect((await callApi(app.fetch, 'GET', `/public/restaurants/${name}`)).status).toBe(200);
  });

  test('cannot look like that of another restaurant', async () => {
    const other = await signUp(app);
    const end = owner.restaurant.slug.slice(-8);
    expect((await post('domain', { subdomain: `tamarind-${end}` }, other)).status).toBe(200);
    expect((await post('domain', { subdomain: `tamar1nd-${end}` })).error?.field_errors).toEqual({
      subdomain: 'It can be mistaken for the address of another restaurant.',
    });
    // Whoever has the address may write it another way.
    expect((await post('domain', { subdomain: `tamar1nd-${end}` }, other)).status).toBe(200);
  });

  test('cannot be reserved or invalid', async () => {
    expect((await post('domain', { subdomain: 'admin' })).error?.field_errors).toEqual({
      subdomain: 'This name is reserved.',
    });
    expect((await post('domain', { subdomain: 'a' })).status).toBe(422);
  });

  test('of one’s own is proved by a TXT record', async () => {
    const pending = (await post('domain', { custom_domain: 'https://WWW.Tamarind.example/' })).data;
    expect(pending).toMatchObject({
      custom_domain: 'www.tamarind.example',
      custom_domain_status: 'pending',
      domain: `${owner.restaurant.slug}.galley.test`,
      verification: { record_name: '_galley.www.tamarind.example' },
    });
    const again = () => post('domain', { custom_domain: 'www.tamarind.example' });
    records = ['v=spf1 -all', 'galley-verification=of-somebody-else'];
    expect((await again()).data).toMatchObject({ custom_domain_status: 'pending' });
    records = null;
    expect((await again()).data).toMatchObject({ custom_domain_status: 'unknown' });
    records = [pending.verification!.record_value];
    expect((await again()).data).toMatchObject({ custom_domain_status: 'verified', domain: 'www.tamarind.example' });
    expect(requestedNames.at(-1)).toBe('_galley.www.tamarind.example');
    expect((await post('domain', { custom_domain: null })).data).toMatchObject({
      custom_domain: null,
      custom_domain_status: 'none',
      verification: null,
    });
  });

  test('proved by one restaurant does not count for another', async () => {
    const mine = (await post('domain', { custom_domain: 'shared.example' })).data;
    const other = await signUp(app);
    await post('domain', { custom_domain: 'shared.example' }, other);
    records = [mine.verification!.record_value];
    const theirs = await post('domain', { custom_domain: 'shared.example' }, other);
    expect(theirs.data).toMatchObject({ custom_domain_status: 'pending' });
  });
});

describe('the availability of an address', () => {
  const check = async (domain: string, who = owner) =>
    (await post<DomainAnswer>('check-domain-availability', { domain }, who)).data;

  test('under the platform is read from the database', async () => {
    const other = await signUp(app);
    expect(await check('a-free-name')).toEqual({
      domain: 'a-free-name.galley.test',
      availability: 'available',
      reason: 'This address is free.',
    });
    expect(await check(`${other.restaurant.slug}.galley.test`)).toMatchObject({ availability: 'taken' });
    expect(await check(owner.restaurant.slug)).toMatchObject({ availability: 'available' });
    expect(await check('www')).toMatchObject({ availability: 'reserved' });
    expect(await check('ѕрісе')).toMatchObject({ availability: 'invalid' });
    expect(registry.requests).toEqual([]);
  });

  test('elsewhere is asked of the registry, and never guessed', async () => {
    registry.registered.add('tamarind.example').add('xn--caf-dma.example');
    expect(await check('Tamarind.example')).toMatchObject({ domain: 'tamarind.example', availability: 'taken' });
    expect(await check('unheard-of.example')).toMatchObject({ availability: 'available' });
    // A registry knows nothing of names below a domain.
    expect(await check('www.unheard-of.example')).toMatchObject({ availability: 'unknown' });
    expect(await check('tamarind.elsewhere')).toMatchObject({ availability: 'unknown' });
    expect(await check('tamarind.insecure')).toMatchObject({ availability: 'unknown' });
    expect(await check('café.example')).toMatchObject({
      domain: 'xn--caf-dma.example',
      availability: 'taken',
      reason: expect.stringContaining('mistaken for others') as string,
    });
    registry.faults.fail = 1;
    expect(await check('unheard-of.example')).toMatchObject({ availability: 'unknown' });
    expect(await check('127.0.0.1')).toMatchObject({ availability: 'invalid' });
  });

  test('is limited', async () => {
    const statuses = [];
    for (let i = 0; i < 61; i++)
      statuses.push((await post('check-domain-availability', { domain: 'a-free-name' })).status);
    expect([statuses.slice(0, 60).every((status) => status === 200), statuses[60]]).toEqual([true, 429]);
  });
});

test('without a list of registries nothing is known', async () => {
  const bare = await startApp();
  const someone = await signUp(bare);
  const found = await requestData<DomainAnswer>(bare.fetch, 'POST', '/website-setup/check-domain-availability', {
    token: someone.token,
    body: { domain: 'unheard-of.example' },
  });
  expect(found.availability).toBe('unknown');
  await bare.close();
});

describe('two devices that were offline', () => {
  const by = (minutes: number) => ({
    occurred_at: new Date(app.clock.now().getTime() - minutes * 60_000).toISOString(),
    device_name: 'Bar tablet',
  });

  test('keep what each changed in a section, in whatever order they arrive', async () => {
    const notices = [
      await post('basic-info', { address: '7 Quay Street', ...by(1) }),
      await post('basic-info', { short_description: 'Fish', ...by(2) }),
      await post('theme-colors', { theme_colors: { text: '#000000' }, ...by(1) }),
      await post('theme-colors', { theme_colors: { primary: '#0B4F95' }, ...by(2) }),
      await post('order-types', { is_order_type_catering: true, ...by(1) }),
      await post('order-types', { is_order_type_reservation: true, ...by(2) }),
      await post('extra-pages', { social_media_links: { x: 'https://x.com/tamarind' }, ...by(1) }),
      await post('extra-pages', { social_media_links: { tiktok: 'https://www.tiktok.com/@tamarind' }, ...by(2) }),
    ].map(({ error, notice }) => error ?? notice);
    expect(notices).toEqual(notices.map(() => undefined));
    expect(await read()).toMatchObject({
      address: '7 Quay Street',
      short_description: 'Fish',
      theme_colors: { ...colors, text: '#000000', primary: '#0B4F95' },
      is_order_type_catering: true,
      is_order_type_reservation: true,
      social_media_links: { x: 'https://x.com/tamarind', tiktok: 'https://www.tiktok.com/@tamarind' },
    });
  });

  test('learn that a later choice of the same stands, here or in the settings', async () => {
    await post('order-types', { is_order_type_catering: true, ...by(1) });
    const { notice } = await post('order-types', { is_order_type_catering: false, ...by(2) });
    expect(notice).toMatchObject({
      code: 'superseded',
      fields: { is_order_type_catering: { device_name: 'Bar tablet' } },
    });
    const settings = { order_type: ['pickup'], ...by(3) };
    const whole = await callApi(app.fetch, 'POST', '/settings/service', { token: owner.token, body: settings });
    expect(whole.notice).toMatchObject({ code: 'superseded', fields: { order_type: {} } });
    expect((await read()).is_order_type_catering).toBe(true);
  });
});
