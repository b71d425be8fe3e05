import {
  BrowserClient,
  defaultStackParser,
  makeBrowserOfflineTransport,
  makeFetchTransport,
  Scope,
  type ErrorEvent,
} from '@sentry/browser';
import { apiBase } from '../../api/base.ts';
import { reportsDb, reportsStore } from '../../session/reports.ts';
import { session } from '../../session/session.ts';
import { scrub } from './scrub.ts';
import type { Take } from './watch.ts';

/** The same error within this time is not reported again. */
const SAME_MS = 60_000;
/** The most reports of a page that fails in a loop. */
const AT_MOST = 50;

const kept = { dbName: reportsDb, storeName: reportsStore, maxQueueSize: 30, flushAtStartup: true };

/**
 * Returns a function that reports errors. Reports go to our own server, which forwards them. Without a network they wait in a
 * separate database.
 */
export function startReporting(): Take {
  const scope = new Scope();
  const client = new BrowserClient({
    dsn: import.meta.env.VITE_SENTRY_DSN as string,
    tunnel: `${apiBase()}/telemetry`,
    environment: import.meta.env.MODE,
    stackParser: defaultStackParser,
    // Collect nothing automatically: no breadcrumbs, no requests, no page contents.
    integrations: [],
    sendClientReports: false,
    // Who was signed in, and nothing else that the option covers (decision 040).
    dataCollection: { userInfo: true, cookies: false, httpHeaders: false, httpBodies: [], urlQueryParams: false },
    transport: (options) => keeping({ ...options, ...kept }),
    beforeSend: (event: ErrorEvent) =>
      scrub(event, { pathname: location.pathname, userAgent: navigator.userAgent, typed: typedHere() }),
  });
  scope.setClient(client);
  client.init();
  const lately = new Map<string, number>();
  let reported = 0;

  return ({ kind, thrown, where }) => {
    const sign = thrown instanceof Error ? `${thrown.name} ${thrown.message} ${thrown.stack ?? ''}` : String(thrown);
    const now = Date.now();
    if (reported >= AT_MOST || now - (lately.get(sign) ?? -SAME_MS) < SAME_MS) return;
    lately.set(sign, now);
    reported += 1;
    const { user } = session;
    scope.setUser(user && { id: user.id, email: user.email });
    const error = thrown instanceof Error && where?.file ? atPlace(thrown, where) : thrown;
    client.captureException(
      error,
      { mechanism: { type: kind === 'error' ? 'onerror' : 'onunhandledrejection', handled: false } },
      scope,
    );
  };
}

const typedHere = (): string[] =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].map(({ value }) => value);

/** Gives an error that arrived without its object (for example from a worker) a stack with its position. */
function atPlace(error: Error, { file, line, column }: { file: string; line: number; column: number }): Error {
  if (error.stack?.includes(file)) return error;
  error.stack = `${error.name}: ${error.message}\n    at ${file}:${line}:${column}`;
  return error;
}

const keeping: typeof makeFetchTransport = (options) => makeBrowserOfflineTransport(overAnsweringServer)(options);

/** Treats a server that cannot forward a report now as unreachable, so that the report waits as it does without a network. */
const overAnsweringServer: typeof makeFetchTransport = (options) => {
  const transport = makeFetchTransport(options);
  return {
    ...transport,
    async send(envelope) {
      const answer = await transport.send(envelope);
      if ((answer.statusCode ?? 0) >= 500) throw new Error('The report was not passed on');
      return answer;
    },
  };
};
