import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { decrypt } from '../../../tests/support/push-service.ts';
import { areBrowserKeys, encryptMessage, MESSAGE_BYTES_MAX } from './encrypt.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

/** RFC 8291, appendix A. */
const example = {
  message: 'When I grow up, I want to be a watermelon',
  browserPrivate: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  browser: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  senderPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  encrypted:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

test("reproduces the RFC's own example exactly", () => {
  const encrypted = encryptMessage(Buffer.from(example.message), example.browser, {
    privateKey: bytes(example.senderPrivate),
    salt: bytes(example.salt),
  });
  expect(encrypted.toString('base64url')).toBe(example.encrypted);
});

test('only the browser can read it; each encryption differs', () => {
  const keys = createECDH('prime256v1');
  keys.setPrivateKey(bytes(example.browserPrivate));
  const encrypt = () => encryptMessage(Buffer.from('New order 14'), example.browser);
  expect(decrypt(encrypt(), { keys, auth: bytes(example.browser.auth) }).toString()).toBe('New order 14');
  expect(encrypt().equals(encrypt())).toBe(false);
  const other = createECDH('prime256v1');
  other.generateKeys();
  expect(() => decrypt(encrypt(), { keys: other, auth: bytes(example.browser.auth) })).toThrow(
    'unable to authenticate data',
  );
});

test('the largest message fits 4096 bytes; larger ones fail', () => {
  expect(encryptMessage(Buffer.alloc(MESSAGE_BYTES_MAX), example.browser).length).toBe(4096);
  expect(() => encryptMessage(Buffer.alloc(MESSAGE_BYTES_MAX + 1), example.browser)).toThrow(RangeError);
});

test.each([
  ['a point off the curve', { p256dh: Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString('base64url') }],
  ['a point that is cut off', { p256dh: example.browser.p256dh.slice(0, 40) }],
  ['a compressed point', { p256dh: `A${example.browser.p256dh.slice(1, 44)}` }],
  ['no base64url', { p256dh: 'not base64!' }],
  ['an authenticator that is too short', { auth: 'BTBZMqHH' }],
])('%s is not a browser key', (_what, part) => {
  expect(areBrowserKeys(example.browser)).toBe(true);
  expect(areBrowserKeys({ ...example.browser, ...part })).toBe(false);
});
