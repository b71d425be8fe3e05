import { Hono, type Context as HonoContext } from 'hono';
import { compress } from 'hono/compress';
import type { Call } from '../contract/call.ts';
import { getImage } from '../contract/files/calls.ts';
import { calls } from '../contract/index.ts';
import { legacyTarget } from '../contract/legacy-hosts.ts';
import { publicPageOf } from '../contract/public-pages.ts';
import { areas } from './areas.ts';
import { bearerGuard, memberGuard, publicGuard } from './auth/guards.ts';
import { sendOn } from './auth/provider/callback-route.ts';
import { offerCookie } from './auth/provider/offer-cookie.ts';
import { hasMailbox, mailboxPage } from './dev/mailbox.ts';
import type { Env } from './env.ts';
import { clientAddress, isAtThisMachine } from './http/address.ts';
import { BASE } from './http/base.ts';
import { csrfCookie } from './http/cookies.ts';
import { corsHeaders, preflight } from './http/cors.ts';
import { receive } from './http/endpoint.ts';
import { openApiDocument } from './http/openapi.ts';
import { respond } from './http/respond.ts';
import { openProviders, type PaymentProviders } from './integrations/payment-providers/open-providers.ts';
import { findTxt as findTxtByDns, type FindTxt } from './integrations/txt-records.ts';
import { limitToKitchen } from './kitchen-mode/guard.ts';
import type { Guards } from './pipeline/guard.ts';
import { refuse, type Handler, type JobQueue } from './pipeline/handler.ts';
import { KeptReplies } from './pipeline/kept-replies.ts';
import { refuseFault } from './pipeline/refuse-fault.ts';
import { toRefusedResult } from './pipeline/result.ts';
import type { Services } from './pipeline/services.ts';
import { createBus, type Bus } from './platform/bus.ts';
import { freeBytes, watchDisk, type Disk } from './platform/disk.ts';
import { newId } from './platform/ids.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import type { MailWatch } from './platform/mail-watch.ts';
import { storefrontGuard } from './storefront/guard.ts';
import { serveWebsites } from './storefront/pages/mount.ts';
import { syncRoutes } from './sync/routes.ts';
import { createStreams, type Streams } from './sync/streams.ts';
import { barePolicy, securityHeaders } from './web/headers.ts';
import type { Site } from './web/site.ts';

/** Who may make a call of each class of access, and how it runs. */
const guards: Guards = {
  public: publicGuard,
  bearer: limitToKitchen(bearerGuard),
  member: limitToKitchen(memberGuard),
  storefront: storefrontGuard,
};

export interface AppOptions extends Omit<
  Services,
  'bus' | 'disk' | 'findTxt' | 'gatherMetrics' | 'guards' | 'kept' | 'mail' | 'metrics' | 'providers'
> {
  /** Default: those that the settings name. */
  providers?: PaymentProviders;
  /** Default: name servers of this machine. */
  findTxt?: FindTxt | undefined;
  /** Shared with the jobs of this process. */
  metrics?: Metrics;
  /** Default: those of this process. */
  gatherMetrics?: Services['gatherMetrics'] | undefined;
  /** Shared with the relay if several processes serve one database. */
  bus?: Bus;
  /** The jobs of this process, which send its mails. */
  jobs: JobQueue & { mail: MailWatch };
  /** Default: the disk of the data folder. */
  disk?: Disk | undefined;
  /** Answers requests outside the API; absent if the pages come from elsewhere. */
  pages?: ((request: Request) => Promise<Response>) | undefined;
  /** The public pages, for the contact form. */
  site?: Site | undefined;
  /** Address of the script of restaurants' websites; default: that of the build. */
  websiteScript?: string | undefined;
}

/** `now`: the clock is read once for each request. `restaurantId`: of whoever makes it. */
type Variables = { requestId: string; now: Date; call: string; restaurantId: string | null };
type C = HonoContext<{ Variables: Variables }>;

export interface App {
  fetch(request: Request, bindings?: unknown): Response | Promise<Response>;
  /** Ends the open streams, each with a `bye`. The caller closes the database. */
  close(): void;
}

/** The whole server as a function from Request to Response: `app.fetch` needs no port. */
export function createApp({
  bus = createBus(),
  metrics = createMetrics(),
  gatherMetrics = () => Promise.resolve(metrics.samples()),
  disk,
  findTxt = findTxtByDns,
  providers,
  pages,
  site,
  websiteScript,
  ...parts
}: AppOptions): App {
  const { clock, log, env } = parts;
  const services: Services = {
    ...parts,
    guards,
    kept: new KeptReplies(),
    providers: providers ?? openProviders(env, clock),
    bus,
    metrics,
    gatherMetrics,
    findTxt,
    mail: parts.jobs.mail,
    disk: disk ?? watchDisk({ clock, log, free: () => freeBytes(env.dataDir) }),
  };
  const streams = createStreams(services);
  metrics.read(() => [{ family: 'galley_streams', labels: {}, value: streams.count() }]);
  const app = route(services, collect(services, streams), { pages, site, websiteScript });
  return { fetch: (request, bindings) => app.fetch(request, bindings), close: streams.close };
}

function route(
  services: Services,
  handlers: ReadonlyMap<string, Handler>,
  { pages, site, websiteScript }: Pick<AppOptions, 'pages' | 'site' | 'websiteScript'>,
): Hono<{ Variables: Variables }> {
  const { env, log, clock, metrics } = services;
  const app = new Hono<{ Variables: Variables }>();
  const isSecure = env.publicUrl.startsWith('https:');
  const everywhere = Object.entries(securityHeaders(env));

  app.use('*', async (c, next) => {
    const began = performance.now();
    const now = clock.now();
    const requestId = newId(now);
    c.set('now', now);
    c.set('requestId', requestId);
    await next();
    const { headers } = c.res;
    for (const [name, value] of everywhere) if (!headers.has(name)) headers.set(name, value);
    headers.set('X-Request-Id', requestId);
    if (wantsCookie(c, env.appOrigins))
      for (const cookie of [csrfCookie(c.req.raw, isSecure), offerCookie(c.req.raw, env)])
        if (cookie) headers.append('Set-Cookie', cookie);
    // Do not log the path: an address may contain secrets.
    const call = c.get('call') ?? (isApi(c) ? 'none' : 'page');
    const ms = performance.now() - began;
    const fields = {
      request_id: requestId,
      restaurant_id: c.get('restaurantId'),
      method: c.req.method,
      call,
      status: c.res.status,
      ms: Math.round(ms),
    };
    metrics.count('galley_requests_total', { call, status: String(c.res.status) });
    metrics.observe('galley_request_seconds', { call }, ms / 1000);
    if (call === 'page' || call === 'website' || call.startsWith('system.')) log.debug('request', fields);
    else log.info('request', fields);
  });

  app.use('*', serveWebsites(services, websiteScript ?? site?.websiteScript ?? null));

  app.use(`${BASE}/*`, async (c, next) => {
    if (c.req.method === 'OPTIONS') c.res = preflight(c.req.raw, env.appOrigins);
    else await next();
    const { headers } = c.res;
    for (const [name, value] of Object.entries(corsHeaders(c.req.raw, env.appOrigins))) headers.set(name, value);
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', barePolicy);
    headers.append('Vary', 'Origin');
  });

  // Rows compress to an eighth. Not the answers of sign-in: compressed length could leak a secret next to the sender's input.
  for (const rows of ['/sync/pull', '/orders', '/customers', '/promotions', '/chat', '/openapi.json'])
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
        now: c.get('now'),
        onCaller: (restaurantId: string | null) => c.set('restaurantId', restaurantId),
      };
      const result = await receive(services, handler, arrival);
      return sendOn(services, call, c.req.raw, result) ?? respond(result, requestId, c.req.raw.headers);
    });
  }

  // Made by the first request for it: it costs more than all of the rest of a start.
  let document: string | undefined;
  app.get(`${BASE}/openapi.json`, () => {
    document ??= JSON.stringify(openApiDocument(Object.values(calls), guards, env.publicUrl + BASE));
    return new Response(document, { headers: { 'Content-Type': 'application/json; charset=utf-8' } });
  });
  for (const { method, path, name, answer } of areas.flatMap(({ routes = [] }) => routes))
    app.on(method, path, async (c) => {
      c.set('call', name);
      const requestId = c.get('requestId');
      const answered = await answer(services, {
        request: c.req.raw,
        path: c.req.param() as Record<string, string>,
        requestId,
        address: clientAddress(c.req.raw, c.env, env.trustProxy),
        now: c.get('now'),
        site,
      });
      return answered instanceof Response ? answered : respond(toRefusedResult(answered), requestId);
    });
  const patterns = [...handlers.values()].map(({ call }) => ({ method: call.method, pattern: patternOf(call.path) }));
  app.all(`${BASE}/*`, (c) => unmatched(c, patterns));
  app.all(BASE, (c) => unmatched(c, patterns));

  if (hasMailbox(env)) {
    const mailbox = mailboxPage(env);
    app.get('/dev/mail/:secret?', (c, next) => (isAtThisMachine(c.req.raw, c.env) ? mailbox(c.req.path) : next()));
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
    const refusal = refuseFault(services, fault, { requestId, call: c.get('call') ?? null });
    return respond(toRefusedResult(refusal), requestId);
  });
  return app;
}

/** Reads only the request's host. The target is fixed; other headers with hosts are not trusted. */
function leaveLegacyHost(c: C, { legacyHosts }: Env): Response | null {
  const target = legacyHosts && legacyTarget(new URL(c.req.url).host, legacyHosts);
  return target ? c.redirect(target, 302) : null;
}

/** Every handler by the name of its call. Throws if a call has two. */
function collect(services: Services, streams: Streams): ReadonlyMap<string, Handler> {
  const handlers = new Map<string, Handler>();
  const ofAreas = areas.flatMap(({ handlers: own = [] }) => (typeof own === 'function' ? own(services) : own));
  for (const handler of [...ofAreas, ...syncRoutes(services, handlers, streams)]) {
    if (handlers.has(handler.call.name)) throw new Error(`${handler.call.name} has two handlers`);
    handlers.set(handler.call.name, handler);
  }
  return handlers;
}

/** Fixed segments before parameters, so that /orders/delete is not taken for an order's id. By code: a locale puts ~ before letters. */
const inMatchOrder = (handlers: Handler[]) =>
  handlers
    .map((handler) => ({ handler, path: handler.call.path.replaceAll('{', '~') }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ handler }) => handler);

function unmatched(c: C, patterns: { method: Call['method']; pattern: RegExp }[]): Response {
  const path = c.req.path.slice(BASE.length);
  const methods: string[] = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  if (path === '/openapi.json' || path === '/health/live') methods.push('GET');
  if (path === '/telemetry') methods.push('POST');
  if (methods.length === 0) return respond(toRefusedResult(refuse('not_found')), c.get('requestId'));
  const result = {
    ...toRefusedResult(refuse('method_not_allowed')),
    headers: { Allow: [...new Set(methods)].join(', ') },
  };
  return respond(result, c.get('requestId'));
}

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

const isApi = (c: C) => c.req.path === BASE || c.req.path.startsWith(`${BASE}/`);

/** The app's pages and the API's answers set it. Files, public pages and other origins do not need it. */
function wantsCookie(c: C, appOrigins: string[]): boolean {
  if (appOrigins.includes(c.req.header('Origin') ?? '')) return false;
  if (publicPageOf(c.req.path) || c.get('call') === 'website') return false;
  // Caches between us and a customer keep images with their headers.
  if (c.get('call') === getImage.name) return false;
  return isApi(c) || (c.res.headers.get('Content-Type') ?? '').startsWith('text/html');
}
