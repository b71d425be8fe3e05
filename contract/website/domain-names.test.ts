import { describe, expect, test } from 'vitest';
import { faultOfDomain, faultOfSubdomain, isForeign, readDomain } from './domain-names.ts';
import { isSocialLink } from './social-links.ts';

describe('a name under the platform’s domain', () => {
  test.each(['abc', 'spice-route', 'cafe24', 'a'.repeat(63), 'our--place'])('may be %s', (name) => {
    expect(faultOfSubdomain(name)).toBe(null);
  });

  test.each([
    'ab',
    'a'.repeat(64),
    'Spice',
    'spice route',
    'spice.route',
    '-spice',
    'spice-',
    'xn--caf-dma',
    'ab--c',
    'café',
    'ѕрісе',
  ])('cannot be %s', (name) => {
    expect(faultOfSubdomain(name)).toMatchObject({ kind: 'invalid' });
  });

  test.each(['www', 'admin', 'api', 'mail', 'support'])('%s is reserved', (name) => {
    expect(faultOfSubdomain(name)).toMatchObject({ kind: 'reserved' });
  });

  test.each([
    'ga11ey',
    'gal1ey',
    'adm1n',
    'rnail',
    'vvww',
    'galley-support',
    'secure-login',
    'galleypay',
    '1ogin-galley',
  ])('%s looks like a reserved one', (name) => {
    expect(faultOfSubdomain(name)).toMatchObject({ kind: 'reserved' });
  });

  test.each(['the-galley', 'galley-kitchen', 'pay-less-pizza', 'admin-1f2e3d4c', 'mobile-crepes'])(
    '%s has reserved words and is no look-alike',
    (name) => {
      expect(faultOfSubdomain(name)).toBe(null);
    },
  );
});

describe('a domain', () => {
  test('is read as typed', () => {
    expect(readDomain(' HTTPS://Www.Tamarind.example/menu?x=1 ')).toBe('www.tamarind.example');
    expect(readDomain('tamarind.example.')).toBe('tamarind.example');
    expect(readDomain('Café.example')).toBe('café.example');
    expect(readDomain('somebody@tamarind.example')).toBe('somebody@tamarind.example');
  });

  test.each(['tamarind.example', 'www.tamarind.co.uk', 'xn--caf-dma.example'])('may be %s', (domain) => {
    expect(faultOfDomain(domain)).toBe(null);
  });

  test.each([
    'tamarind',
    'tamarind..example',
    '-a.example',
    'café.example',
    'a b.example',
    '127.0.0.1',
    'printer.local',
    `${'a'.repeat(64)}.example`,
    'a@b.example',
    `${'a.'.repeat(127)}example`,
  ])('cannot be %s', (domain) => {
    expect(faultOfDomain(domain)).not.toBe(null);
  });

  test('of other scripts is recognised', () => {
    expect(['café.example', 'www.xn--caf-dma.example', 'cafe.example'].map(isForeign)).toEqual([true, true, false]);
  });
});

describe('a link to a social network', () => {
  test('goes to a page of its host over https', () => {
    expect(isSocialLink('instagram', 'https://www.instagram.com/tamarind.kitchen/')).toBe(true);
    expect(isSocialLink('tiktok', 'https://www.tiktok.com/@tamarind')).toBe(true);
  });

  test.each([
    'http://www.instagram.com/tamarind',
    'https://www.instagram.com/',
    'https://www.instagram.com.evil.example/tamarind',
    'https://evil.example/www.instagram.com',
    'https://www.instagram.com@evil.example/tamarind',
    'https://www.instagram.com:8443/tamarind',
    'https://facebook.com/tamarind',
    'javascript:alert(1)',
    `https://www.instagram.com/${'a'.repeat(200)}`,
  ])('is not %s', (link) => {
    expect(isSocialLink('instagram', link)).toBe(false);
  });
});
