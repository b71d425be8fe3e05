import { Hono, type Context as HonoContext } from 'hono';
import { compress } from 'hono/compress';
import { sendMessage } from '../contract/contact/calls.ts';
import { calls } from '../contract/index.ts';
import { legacyTarget } from '../contract/legacy-hosts.ts';
import { publicPageOf } from '../contract/public-pages.ts';
import { routes as auth } from './auth/routes.ts';
import { answerReturn, isProvider, sendOn } from './auth/provider/callback-route.ts';
import { offerCookie } from './auth/provider/offer-cookie.ts';
import { routes as channels } from './channels/routes.ts';
import { routes as chats } from './chats/routes.ts';
import { takeForm } from './contact/form.ts';
import { routes as contact } from './contact/receive.ts';
import { routes as customers } from './customers/routes.ts';
import { routes as dashboard } from './dashboard/routes.ts';
import { hasMailbox, mailboxPage } from './dev/mailbox.ts';
import { freeBytes, watchDisk, type Disk } from './platform/disk.ts';
import type { Env } from './env.ts';
import { refuse, type Handler } from './pipeline/handler.ts';
import { clientAddress, isAtThisMachine } from './http/address.ts';
import { csrfCookie } from './http/cookies.ts';
import { corsHeaders, preflight } from './http/cors.ts';
import { receive } from './http/endpoint.ts';
import { respond } from './http/respond.ts';
import { newId } from './platform/ids.ts';
import type { Services } from './pipeline/services.ts';
import { describeFault } from './platform/log.ts';
import { routes as kitchenMode } from './kitchen-mode/routes.ts';
import { routes as menu } from './menu/routes.ts';
import { openApiDocument } from './http/openapi.ts';
import { routes as notifications } from './notifications/routes.ts';
import { routes as orders } from './orders/routes.ts';
import { routes as push } from './push/routes.ts';
import { routes as settings } from './settings/routes.ts';
import { routes as storefront } from './storefront/routes.ts';
import { refuseFault } from './pipeline/refuse-fault.ts';
import { toRefusedResult } from './pipeline/result.ts';
import { createBus, type Bus } from './sync/bus.ts';
import { syncRoutes } from './sync/routes.ts';
import { createStreams, type Streams } from './sync/streams.ts';
import { forwardReport } from './telemetry/tunnel.ts';
import { systemRoutes } from './system/routes.ts';
import { barePolicy, securityHeaders } from './web/headers.ts';
import type { Site } from './web/site.ts';

export const BASE = '/backend';

export interface AppOptions extends Omit<Services, 'bus' | 'disk'> {
  /** Shared with the relay, where several processes serve one database. */
  bus?: Bus;
  /** Missing: that of the data folder. */
  disk?: Disk | undefined;
  /** Answers what is not the API; missing where the pages come from elsewhere. */
  pages?: ((request: Request) => Promise<Response>) | undefined;
  /** The public pages, for the form on one of them. */
  site?: Site | undefined;
}

type Variables = { requestId: string; call: string };
type C = HonoContext<{ Variables: Variables }>;

export interface App {
  fetch(request: Request, bindings?: unknown): Response | Promise<Response>;
  /** Ends the open streams, each with a `bye`. The database is the caller's to close. */
  close(): void;
}

/** The whole server as a function from Request to Response: `app.fetch` needs no port. */
export function createApp({ bus = createBus(), disk, pages, site, ...parts }: AppOptions): App {
  const { clock, log, env } = parts;
  const kernel: Services = {
    ...parts,
    bus,
    disk: disk ?? watchDisk({ clock, log, free: () => freeBytes(env.dataDir) }),
  };
  const streams = createStreams(kernel);
  const app = route(kernel, collect(kernel, streams), { pages, site });
  return { fetch: (request, bindings) => app.fetch(request, bindings), close: streams.close };
}

function route(
  kernel: Services,
  handlers: ReadonlyMap<string, Handler>,
  { pages, site }: Pick<AppOptions, 'pages' | 'site'>,
): Hono<{ Variables: Variables }> {
  const { env, log, clock } = kernel;
  const app = new Hono<{ Variables: Variables }>();
  const isSecure = env.publicUrl.startsWith('https:');
  const everywhere = Object.entries(securityHeaders(env));

  app.use('*', async (c, next) => {
    const began = performance.now();
    const requestId = newId(clock.now());
    c.set('requestId', requestId);
    await next();
    const { headers } = c.res;
    for (const [name, value] of everywhere) if (!headers.has(name)) headers.set(name, value);
    headers.set('X-Request-Id', requestId);
    if (wantsCookie(c, env.appOrigins))
      for (const cookie of [csrfCookie(c.req.raw, isSecure), offerCookie(c.req.raw, env)])
        if (cookie) headers.append('Set-Cookie', cookie);
    // The path itself is not logged: an address may hold what is nobody's business.
    const call = c.get('call') ?? (isApi(c) ? 'none' : 'page');
    const fields = {
      request_id: requestId,
      method: c.req.method,
      call,
      status: c.res.status,
      ms: Math.round(performance.now() - began),
    };
    if (call === 'page' || call === 'system.health') log.debug('request', fields);
    else log.info('request', fields);
  });

  app.use(`${BASE}/*`, async (c, next) => {
    if (c.req.method === 'OPTIONS') c.res = preflight(c.req.raw, env.appOrigins);
    else await next();
    const { headers } = c.res;
    for (const [name, value] of Object.entries(corsHeaders(c.req.raw, env.appOrigins))) headers.set(name, value);
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
    headers.set('Content-Security-Policy', barePolicy);
    headers.append('Vary', 'Origin');
  });

  // Rows shrink to an eighth. Not the answers of sign-in: one that holds a secret beside what the asker sent would tell it by its length.
  for (const rows of ['/sync/pull', '/orders', '/menu', '/customers', '/chat', '/openapi.json'])
    app.use(BASE + rows, compress());

  for (const handler of inMatchOrder([...handlers.values()])) {
    const { call } = handler;
    app.on(call.method, BASE + call.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (c) => {
      c.set('call', call.name);
      const requestId = c.get('requestId');
      const address = clientAddress(c.req.raw, c.env, env.trustProxy);
      const arrival = {
        request: c.req.raw,
        path: c.req.param() as Record<string, string>,
        query: c.req.queries(),
        requestId,
        address,
      };
      const served = await receive(kernel, handler, arrival);
      return sendOn(kernel, call, c.req.raw, served) ?? respond(served, requestId);
    });
  }

  app.get(`${BASE}/auth/:provider/callback`, (c, next) => {
    const provider = c.req.param('provider');
    if (!isProvider(provider)) return next();
    c.set('call', 'auth.callback');
    const address = clientAddress(c.req.raw, c.env, env.trustProxy);
    return answerReturn(kernel, { request: c.req.raw, provider, requestId: c.get('requestId'), address });
  });

  const document = JSON.stringify(openApiDocument(Object.values(calls), env.publicUrl + BASE));
  app.get(
    `${BASE}/openapi.json`,
    () => new Response(document, { headers: { 'Content-Type': 'application/json; charset=utf-8' } }),
  );
  // No call of the contract: its body is another protocol's.
  app.post(`${BASE}/telemetry`, async (c) => {
    c.set('call', 'telemetry');
    const passed = await forwardReport(kernel, c.req.raw, clientAddress(c.req.raw, c.env, env.trustProxy));
    return passed instanceof Response ? passed : respond(toRefusedResult(passed), c.get('requestId'));
  });
  app.all(`${BASE}/*`, (c) => unmatched(c, handlers));
  app.all(BASE, (c) => unmatched(c, handlers));

  app.post('/contact-us', (c) => {
    c.set('call', sendMessage.name);
    const address = clientAddress(c.req.raw, c.env, env.trustProxy);
    return takeForm(kernel, site, { request: c.req.raw, requestId: c.get('requestId'), address });
  });
  if (hasMailbox(env)) {
    const mailbox = mailboxPage(env.dataDir);
    app.get('/dev/mail', (c, next) => (isAtThisMachine(c.req.raw, c.env) ? mailbox() : next()));
  }
  app.all(
    '*',
    (c) =>
      leaveLegacyHost(c, env) ??
      pages?.(c.req.raw) ??
      respond(toRefusedResult(refuse('not_found')), c.get('requestId')),
  );

  app.onError((fault, c) => {
    const requestId = c.get('requestId');
    log.error('fault', { request_id: requestId, call: c.get('call') ?? null, ...describeFault(fault) });
    return respond(toRefusedResult(refuseFault(kernel, fault)), requestId);
  });
  return app;
}

/** Of the request only its host counts: the target is fixed, and what a proxy or a visitor says about hosts in other headers is not read. */
function leaveLegacyHost(c: C, { legacyHosts }: Env): Response | null {
  const target = legacyHosts && legacyTarget(new URL(c.req.url).host, legacyHosts);
  return target ? c.redirect(target, 302) : null;
}

/** Every handler by the name of its call. Two for one call is a mistake of ours. */
function collect(kernel: Services, streams: Streams): ReadonlyMap<string, Handler> {
  const handlers = new Map<string, Handler>();
  const sync = syncRoutes(kernel, handlers, streams);
  for (const handler of [
    ...auth,
    ...channels,
    ...chats,
    ...contact,
    ...customers,
    ...dashboard,
    ...kitchenMode,
    ...menu,
    ...notifications,
    ...orders,
    ...push,
    ...settings,
    ...storefront,
    ...sync,
    ...systemRoutes(kernel),
  ]) {
    if (handlers.has(handler.call.name)) throw new Error(`${handler.call.name} has two handlers`);
    handlers.set(handler.call.name, handler);
  }
  return handlers;
}

/** Fixed words before parameters, so that /orders/delete is not taken for an order's id. */
const inMatchOrder = (handlers: Handler[]) =>
  handlers.toSorted((a, b) => a.call.path.replaceAll('{', '~').localeCompare(b.call.path.replaceAll('{', '~'), 'en'));

function unmatched(c: C, handlers: ReadonlyMap<string, Handler>): Response {
  const path = c.req.path.slice(BASE.length);
  const methods = [...handlers.values()]
    .filter(({ call }) => patternOf(call.path).test(path))
    .map(({ call }) => call.method);
  if (path === '/openapi.json') methods.push('GET');
  if (path === '/telemetry') methods.push('POST');
  if (methods.length === 0) return respond(toRefusedResult(refuse('not_found')), c.get('requestId'));
  const served = {
    ...toRefusedResult(refuse('method_not_allowed')),
    headers: { Allow: [...new Set(methods)].join(', ') },
  };
  return respond(served, c.get('requestId'));
}

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

const isApi = (c: C) => c.req.path === BASE || c.req.path.startsWith(`${BASE}/`);

/** The app's pages and the API's answers carry it; files and the public pages do not, and other origins have no use for it. */
function wantsCookie(c: C, appOrigins: string[]): boolean {
  if (appOrigins.includes(c.req.header('Origin') ?? '')) return false;
  if (publicPageOf(c.req.path)) return false;
  return isApi(c) || (c.res.headers.get('Content-Type') ?? '').startsWith('text/html');
}
