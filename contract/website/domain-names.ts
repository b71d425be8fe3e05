import { skeletonOf } from './look-alikes.ts';

/** Names under the platform's domain that are not given to restaurants. */
const reserved = new Set(
  (
    'about account admin administrator api app apps assets auth autoconfig autodiscover backend backup billing blog business careers cdn ' +
    'chat contact dashboard demo dev docs domain email files ftp galley help host hostmaster imap info internal legal localhost login logout ' +
    'mail mailer marketing media mobile mta news noreply ns1 ns2 ns3 oauth official order orders partner partners pay payment payments pop ' +
    'pop3 postmaster press privacy register root sales secure security server shop sign-in signup smtp ssl staging static status store ' +
    'support sync system team terms test tls vpn web webhook webhooks webmail webmaster website wiki wpad www'
  ).split(' '),
);

export type NameFault = 'invalid' | 'reserved';

/** What is wrong with a new name of a website under the platform's domain, and why in words. Null: nothing. Whether it is free, the server knows. */
export const faultOfSubdomain = (name: string): { kind: NameFault; reason: string } | null =>
  faultOfKnownSubdomain(name) ??
  (resemblesReserved(name) ? { kind: 'reserved', reason: 'It can be mistaken for a name that is reserved.' } : null);

/** The same of a name that a restaurant may have had before look-alikes were refused: its website stays. */
export function faultOfKnownSubdomain(name: string): { kind: NameFault; reason: string } | null {
  if (name.length < 3 || name.length > 63) return invalid('Use 3 to 63 characters.');
  if (isForeign(name))
    return invalid('Use letters from a to z, digits and hyphens. Letters of other scripts can look like another name.');
  if (!/^[a-z0-9-]+$/.test(name)) return invalid('Use small letters from a to z, digits and hyphens.');
  if (name.startsWith('-') || name.endsWith('-')) return invalid('A hyphen cannot be the first or the last character.');
  // "xn--" and its like stand for letters of other scripts.
  if (name.slice(2, 4) === '--') return invalid('Two hyphens cannot be the third and fourth character.');
  if (reserved.has(name)) return { kind: 'reserved', reason: 'This name is reserved.' };
  return null;
}

/** "ga11ey", "galley-login" and "adm1n-mail": somebody could take them for the platform's own. */
function resemblesReserved(name: string): boolean {
  const skeleton = skeletonOf(name);
  if (skeleton.split('-').every((part) => skeletons.has(part))) return true;
  return skeleton.includes(brand) && skeletons.has(skeleton.replace(brand, ''));
}

const skeletons = new Set([...reserved].map(skeletonOf));
const brand = skeletonOf('galley');

/** What is wrong with a domain of one's own, such as "www.tamarind.example". Null: nothing. */
export function faultOfDomain(domain: string): string | null {
  if (domain.length > 253) return 'The address is too long.';
  const labels = domain.split('.');
  if (labels.length < 2) return 'Enter a domain such as www.tamarind-kitchen.com.';
  if (!labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label)))
    return 'Use letters, digits, hyphens and dots, such as www.tamarind-kitchen.com.';
  if (/^\d+$/.test(labels.at(-1)!)) return 'This is an address of a machine. Enter a domain.';
  if (privateEndings.has(labels.at(-1)!)) return 'This ending works in private networks only.';
  return null;
}

/** A domain as typed: without scheme, path and final dot. */
export const readDomain = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#].*$/s, '')
    .replace(/\.$/, '');

/** Letters outside ASCII, or their machine form: such a name may look like another one. */
export const isForeign = (name: string): boolean =>
  // eslint-disable-next-line no-control-regex
  /[^\u0000-\u007f]/.test(name) || name.split('.').some((label) => label.startsWith('xn--'));

const privateEndings = new Set(['local', 'localhost', 'internal', 'lan', 'home', 'corp', 'onion', 'arpa', 'invalid']);

const invalid = (reason: string) => ({ kind: 'invalid' as const, reason });
