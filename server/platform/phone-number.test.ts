import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callApi } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { PASSWORD, signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { readNumber } from './phone-number.ts';

let app: TestApp;
let owner: SignedUp;
beforeAll(async () => {
  app = await startApp();
  owner = await signUp(app);
});
afterAll(() => app.close());

const check = (body: object, token = owner.token) =>
  callApi<ReturnType<typeof readNumber>>(app.fetch, 'POST', '/auth/b2b/test/phone-number', { token, body });

describe('a telephone number', () => {
  test.each([
    ['020 7946 0123', 'GB', '+442079460123', 'fixed_line'],
    ['07400 123456', 'GB', '+447400123456', 'mobile'],
    ['+44 (0)20 7946 0123', 'NG', '+442079460123', 'fixed_line'],
    ['0044 7400 123456', 'US', '+447400123456', 'mobile'],
    ['0803 123 4567', 'NG', '+2348031234567', 'mobile'],
    ['(212) 555-2368', 'US', '+12125552368', 'fixed_line_or_mobile'],
    ['06 12 34 56 78', 'FR', '+33612345678', 'mobile'],
    ['0800 011 1111', 'GB', '+448000111111', 'other'],
    ['+49 30 901820', null, '+4930901820', 'fixed_line'],
  ])('%s in %s is %s, a %s', (raw, country, phone_no, kind) => {
    expect(readNumber(raw, country)).toEqual({ phone_no, is_valid: true, kind });
  });

  test('that is possible but unassigned is parsed as invalid', () => {
    expect(readNumber('07700 900123', 'GB')).toEqual({ phone_no: '+447700900123', is_valid: false, kind: null });
  });

  test.each([
    ['123', 'GB'],
    ['call 020 7946 0123 please', 'GB'],
    ['020 7946 0123 ext. 5', 'GB'],
    ['020 7946 0123', null],
    ['+0 123 4567', 'GB'],
    ['020 7946 0123 4567 8901', 'GB'],
    ['٠٢٠', 'GB'],
    ['', 'GB'],
    ['020 7946 0123', 'XX'],
  ])('%s in %s cannot be parsed', (raw, country) => {
    expect(readNumber(raw, country)).toEqual({ phone_no: null, is_valid: false, kind: null });
  });
});

describe('checking a number', () => {
  test("parses it for the restaurant's or the chosen country", async () => {
    expect((await check({ phone_no: '020 7946 0123' })).data).toMatchObject({ phone_no: '+442079460123' });
    expect((await check({ phone_no: '030 901820', country_code: 'DE' })).data).toMatchObject({
      phone_no: '+4930901820',
      is_valid: true,
    });
    expect(await check({ phone_no: '030 901820', country_code: 'XX' })).toMatchObject({
      status: 422,
      error: { field_errors: { country_code: 'There is no such country' } },
    });
  });

  test('needs a session but no complete profile', async () => {
    const { data } = await callApi<SignedUp>(app.fetch, 'POST', '/auth/register', {
      body: { email: 'numbers@galley.test', password: PASSWORD, restaurant_name: 'Numbers' },
    });
    expect(await check({ phone_no: '+442079460123' }, data.token)).toMatchObject({
      status: 200,
      data: { phone_no: '+442079460123', is_valid: true, kind: 'fixed_line' },
    });
    expect((await check({ phone_no: '+442079460123' }, 'nobody')).status).toBe(401);
  });
});

describe('the profile', () => {
  const complete = (more: object) =>
    callApi<SignedUp>(app.fetch, 'POST', '/auth/complete-profile', {
      token: owner.token,
      body: { name: 'The Anchor', address: '1 Quay', country_code: 'GB', city: 'London', ...more },
    });

  test("stores its numbers as E.164 for the profile's country", async () => {
    const { data } = await complete({
      phone_number_business: '020 7946 0123',
      phone_number_kitchen: '+33 6 12 34 56 78',
    });
    expect(data.restaurant).toMatchObject({
      phone_number_business: '+442079460123',
      phone_number_kitchen: '+33612345678',
    });
  });

  test('refuses an impossible number by field, without changes', async () => {
    const refused = await complete({ city: 'Leeds', phone_number_business: 'ask inside', phone_number_kitchen: '12' });
    expect(refused).toMatchObject({
      status: 422,
      error: {
        field_errors: {
          phone_number_business: 'This is not a telephone number',
          phone_number_kitchen: 'This is not a telephone number',
        },
      },
    });
    const { data } = await callApi<SignedUp>(app.fetch, 'GET', '/auth/user', { token: owner.token });
    expect(data.restaurant).toMatchObject({ city: 'London', phone_number_business: '+442079460123' });
  });
});
