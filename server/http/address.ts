/** What @hono/node-server hands over beside the request; a test's `app.fetch(request)` has none. */
interface NodeBindings {
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
