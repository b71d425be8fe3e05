import { createHash } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { listen } from '../../../server/http/listen.ts';
import { noFaults, takeFault, type Faults } from './faults.ts';

interface StoredEvent {
  id: string;
  status: string;
  summary?: string;
  description?: string;
  start?: object;
  end?: object;
  transparency?: string;
  extendedProperties?: { private?: Record<string, string> };
  /** Number of the change that made it what it is. */
  change: number;
}

export interface GoogleDouble {
  url: string;
  /** The settings of a server that uses it. */
  settings: Record<'GOOGLE_CLIENT_ID' | 'GOOGLE_CLIENT_SECRET' | 'GOOGLE_API_ROOT', string>;
  /** The account that is signed in on the consent page. */
  account: string;
  events: Map<string, StoredEvent>;
  /** Access that was taken back: every refresh is refused. */
  isRevoked: boolean;
  /** Sync tokens up to this change are too old. */
  expiredUpTo: number;
  /** What goes wrong with the next requests to the Calendar API. */
  faults: Faults;
  /** Happens once, just before the next change takes effect. */
  beforeChange: (() => Promise<unknown>) | null;
  /** Method and path of each request. */
  requests: string[];
  /** Somebody changes the calendar by hand. */
  change(event: Partial<StoredEvent> & { id: string }): void;
  /** What the consent page answers: the query of our callback address. */
  consent(url: string): Promise<URLSearchParams>;
  close(): Promise<void>;
}

const ACCESS = 'double-access-token';

/** A test double of Google's consent page, token endpoint and Calendar API, over a real socket. It checks PKCE and forgets everything. */
export async function startGoogleDouble({ port = 0 }: { port?: number } = {}): Promise<GoogleDouble> {
  const app = new Hono();
  /** By code: the PKCE challenge. Null: a code that is not checked. */
  const codes = new Map<string, string | null>([['sample-code', null]]);
  const refreshTokens = new Set(['refresh-token-of-samples']);
  let changes = 0;
  let issued = 0;

  app.use(async (c, next) => {
    double.requests.push(`${c.req.method} ${c.req.path}`);
    return next();
  });
  app.get('/o/oauth2/v2/auth', (c) => {
    const { redirect_uri, state, code_challenge } = c.req.query();
    const code = `code-${(issued += 1)}`;
    if (c.req.query('access_type') !== 'offline' || !code_challenge || !redirect_uri)
      return c.text('This request is not complete', 400);
    codes.set(code, code_challenge);
    const link = (query: Record<string, string>) => {
      const target = new URL(redirect_uri);
      target.search = String(new URLSearchParams({ state: state ?? '', ...query }));
      return target.href.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    };
    return c.html(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Google Calendar (test service)</title>
<body style="font: 16px/1.5 system-ui; max-width: 400px; margin: 48px auto"><h1>Test consent</h1>
<p>This page stands for Google. Galley asks to see and change the calendar of ${double.account}.</p>
<p><a id="allow" href="${link({ code })}">Allow</a> · <a id="deny" href="${link({ error: 'access_denied' })}">Deny</a></p></body></html>`,
    );
  });
  app.post('/token', async (c) => {
    const form = await c.req.parseBody<Record<string, string>>();
    const refuse = (error: string) => c.json({ error, error_description: error }, 400);
    if (form['grant_type'] === 'refresh_token') {
      if (double.isRevoked || !refreshTokens.has(form['refresh_token'] ?? '')) return refuse('invalid_grant');
      return c.json({ access_token: ACCESS, expires_in: 3600, token_type: 'Bearer' });
    }
    const code = form['code'] ?? '';
    const challenge = codes.get(code);
    const made = createHash('sha256')
      .update(form['code_verifier'] ?? '')
      .digest('base64url');
    if (challenge === undefined || (challenge !== null && challenge !== made)) return refuse('invalid_grant');
    codes.delete(code);
    const refresh_token = `refresh-${code}`;
    refreshTokens.add(refresh_token);
    return c.json({ access_token: ACCESS, refresh_token, expires_in: 3600, token_type: 'Bearer' });
  });
  app.use('/calendar/*', async (c, next) => {
    const fault = takeFault(double.faults);
    if (fault === 'hang') return new Promise<Response>(() => undefined);
    if (fault === 'fail') return c.text('Internal Server Error', 500);
    if (c.req.header('Authorization') !== `Bearer ${ACCESS}` || double.isRevoked) return fail(c, 401);
    if (c.req.method !== 'GET') {
      const happen = double.beforeChange;
      double.beforeChange = null;
      await happen?.();
    }
    await next();
    if (fault === 'lose') c.res = c.text('Internal Server Error', 500);
    return undefined;
  });
  app.get('/calendar/v3/calendars/primary/events', (c) => {
    const token = c.req.query('syncToken');
    const since = token === undefined ? 0 : Number(token.replace('sync-', ''));
    if (token !== undefined && since < double.expiredUpTo) return fail(c, 410);
    const items = [...double.events.values()].filter((event) =>
      token === undefined ? event.status !== 'cancelled' : event.change > since,
    );
    return c.json({ summary: double.account, timeZone: 'Europe/London', items, nextSyncToken: `sync-${changes}` });
  });
  app.post('/calendar/v3/calendars/primary/events', async (c) => {
    const event = await c.req.json<StoredEvent>();
    if (!/^[0-9a-v]{5,1024}$/.test(event.id)) return fail(c, 400);
    if (double.events.has(event.id)) return fail(c, 409);
    double.change(event);
    return c.json(event);
  });
  app.put('/calendar/v3/calendars/primary/events/:id', async (c) => {
    const event = await c.req.json<StoredEvent>();
    double.change({ ...event, id: c.req.param('id') });
    return c.json(event);
  });
  app.delete('/calendar/v3/calendars/primary/events/:id', (c) => {
    const id = c.req.param('id');
    if (double.events.get(id)?.status !== 'confirmed') return fail(c, 410);
    double.change({ id, status: 'cancelled' });
    return c.body(null, 204);
  });

  const listening = await listen((request) => app.fetch(request), { host: '127.0.0.1', port });
  const url = `http://127.0.0.1:${listening.port}`;
  const double: GoogleDouble = {
    url,
    settings: { GOOGLE_CLIENT_ID: 'double-client', GOOGLE_CLIENT_SECRET: 'double-secret', GOOGLE_API_ROOT: url },
    account: 'owner@double.test',
    events: new Map(),
    isRevoked: false,
    expiredUpTo: 0,
    faults: noFaults(),
    beforeChange: null,
    requests: [],
    change(event) {
      const before = double.events.get(event.id);
      double.events.set(event.id, { status: 'confirmed', ...before, ...event, change: (changes += 1) });
    },
    async consent(address) {
      const page = await (await fetch(address)).text();
      const href = /id="allow" href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&');
      if (href === undefined) throw new Error(`The consent page refuses: ${page}`);
      return new URL(href).searchParams;
    },
    close: () => listening.stop(0),
  };
  return double;
}

const fail = (c: Context, status: 400 | 401 | 409 | 410) =>
  c.json({ error: { code: status, message: `Refused: ${status}`, errors: [] } }, status);
