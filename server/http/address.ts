/** What @hono/node-server hands over beside the request; a test's `app.fetch(request)` has none. */
export interface NodeBindings {
  incoming?: { socket?: { remoteAddress?: string } };
}

/** The client's address: the socket's, or, behind `trustProxy` proxies, the entry that the outermost of them wrote. */
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

/** Is this host one of this machine's own names? As a setting or a URL writes it. */
export const isOwnName = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/i.test(host);

/** What proxies add. The names of big ones are listed, because their visitors come over a tunnel from this very machine. */
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
 * Does somebody at this very machine ask, by one of its own names and through no proxy? Not so another device of the network, whom a proxy
 * asks for, and a page elsewhere whose name was made to lead here. What asks within this process is this machine.
 */
export function isAtThisMachine(request: Request, bindings: unknown): boolean {
  const { incoming } = (bindings ?? {}) as NodeBindings;
  const isLocal = incoming === undefined || isLoopback(incoming.socket?.remoteAddress ?? '');
  const isForwarded = FORWARDING.some((name) => request.headers.has(name));
  return isLocal && !isForwarded && isOwnName(new URL(request.url).hostname);
}
