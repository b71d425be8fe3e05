/** What @hono/node-server passes beside the request. Absent in a test's `app.fetch(request)`. */
export interface NodeBindings {
  incoming?: { socket?: { remoteAddress?: string } };
}

/** The client's address: the socket's or, behind `trustProxy` proxies, the entry that the outermost one wrote. */
export function clientAddress(request: Request, bindings: unknown, trustProxy: number): string {
  const socket = (bindings as NodeBindings | undefined)?.incoming?.socket?.remoteAddress ?? 'unknown';
  if (trustProxy === 0) return socket;
  const forwarded = (request.headers.get('X-Forwarded-For') ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return forwarded.at(-trustProxy)?.slice(0, 64) ?? socket;
}

export const isLoopback = (address: string): boolean => /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/i.test(address);

/** True if this host, as in a setting or URL, is a loopback name of this machine. */
export const isOwnName = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/i.test(host);

/** Headers that proxies add. Those of large providers are listed because their requests may come through a tunnel on this machine. */
const FORWARDING = [
  'Forwarded',
  'Via',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Forwarded-Server',
  'X-Forwarded-Port',
  'X-Original-Host',
  'X-Real-IP',
  'X-Client-IP',
  'True-Client-IP',
  'CF-Connecting-IP',
  'CF-Ray',
  'Fly-Client-IP',
  'Fastly-Client-IP',
  'X-Envoy-External-Address',
];

/**
 * True if the request comes from this machine, by one of its own names and not through a proxy. False for other devices, proxied requests,
 * and foreign pages whose name resolves here. Requests within this process count as local.
 */
export function isAtThisMachine(request: Request, bindings: unknown): boolean {
  const { incoming } = (bindings ?? {}) as NodeBindings;
  const isLocal = incoming === undefined || isLoopback(incoming.socket?.remoteAddress ?? '');
  const isForwarded = FORWARDING.some((name) => request.headers.has(name));
  return isLocal && !isForwarded && isOwnName(new URL(request.url).hostname);
}

/**
 * Whom a limit per IP address counts. One IPv6 customer has 2^64 addresses at least, so their network counts; an IPv4-mapped address
 * counts as its IPv4 address.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1]!;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('%')[0]!.split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
