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

const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Does somebody at this very machine ask, by one of its own names? Not so another device of the network, whom a proxy asks for, and a page
 * elsewhere whose name was made to lead here. What asks within this process is this machine.
 */
export function isAtThisMachine(request: Request, bindings: unknown): boolean {
  const { incoming } = (bindings ?? {}) as NodeBindings;
  const isLocal = incoming === undefined || isLoopback(incoming.socket?.remoteAddress ?? '');
  const forwarded = (request.headers.get('X-Forwarded-For') ?? '').split(',').map((part) => part.trim());
  const isForwarded = request.headers.has('Forwarded') || forwarded.some((part) => part !== '' && !isLoopback(part));
  return isLocal && !isForwarded && OWN_NAMES.includes(new URL(request.url).hostname);
}
