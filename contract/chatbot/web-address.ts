/** An address as `URL` has read it. */
interface WebUrl {
  protocol: string;
  username: string;
  password: string;
  port: string;
  hostname: string;
}

const NOT_PUBLIC = 'This address is not on the public internet';

/** Names that only a network of its own knows. */
const privateNames =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|localdomain|arpa|onion|test|invalid)$/;

/** Whether the name may belong to the public internet. What it resolves to has to be checked, too. */
export const isPublicName = (host: string): boolean => host.includes('.') && !privateNames.test(host);

/** `URL` has resolved decimal, octal and hexadecimal spellings to dotted ones. IPv6 addresses stand in brackets in a URL. */
export const hostOf = ({ hostname }: Pick<WebUrl, 'hostname'>): string =>
  hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();

/**
 * What is wrong with the address of a page or file that the bot is to read, in words; null: nothing. The network is not asked. `url`
 * null: it cannot be read as one. `isPublicIp`: of a host that is a number; the server knows all networks, a device the usual private ones.
 */
export function faultOfWebAddress(
  url: WebUrl | null,
  isPublicIp: (host: string) => boolean = isNotPrivateIp,
): string | null {
  if (!url) return 'Enter a web address such as https://example.com';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'Enter an address that begins with https://';
  if (url.username || url.password) return 'Leave out the user name and the password';
  // "http:" has no port here if it is 80, "https:" if it is 443.
  if (url.port !== '' && !(url.port === '80' || url.port === '443')) return 'Only the usual ports 80 and 443 are read';
  const host = hostOf(url);
  return (isIp(host) ? isPublicIp(host) : isPublicName(host)) ? null : NOT_PUBLIC;
}

const isIp = (host: string): boolean => host.includes(':') || /^\d+(?:\.\d+){3}$/.test(host);
const isNotPrivateIp = (host: string): boolean =>
  !/^(?:0|10|127|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.168)\.|^(?:::1?|f[cd].*:.*|fe[89ab].:.*)$/.test(host);
