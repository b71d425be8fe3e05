import { drizzle } from 'drizzle-orm/node-postgres';
import { limits, networkOf, take } from '../auth/limits.ts';
import { refuse, type Refusal } from '../pipeline/handler.ts';
import { readAtMost } from '../http/read-body.ts';
import type { Services } from '../pipeline/services.ts';
import { dsnOf, type ReportService } from './dsn.ts';

/** A report is a few kB; this is thirty of them. */
const MOST_BYTES = 200_000;
const WAIT_MS = 5_000;

/**
 * Passes a page's report of a fault on to the service that this installation was built with, and to no other: the pages' content policy lets
 * them talk to us alone. Anybody may send one, signed in or not; the body is not ours to read beyond its first line.
 *
 * Answers what the service answered, 502 when it did not; refuses with 404 where there is no such service, 413 and 429.
 */
export async function forwardReport(kernel: Services, request: Request, address: string): Promise<Response | Refusal> {
  const { env, pools, clock } = kernel;
  if (!env.reports) return refuse('not_found');
  const exceeded = await take(drizzle(pools.accounts), limits.reportsByIp, networkOf(address), clock.now());
  if (exceeded) return refuse('too_many', { retry_after_seconds: exceeded.retryAfterSeconds });
  const bytes = await readAtMost(request, MOST_BYTES).catch(() => new Uint8Array());
  if (!bytes) return refuse('too_large');
  const named = dsnOf(bytes);
  if (named === null) return refuse('bad_request', { message: 'This is no report' });
  // An open relay would carry anybody's reports anywhere.
  if (named !== env.reports.dsn) return refuse('not_found');
  return forward(env.reports, bytes, kernel);
}

async function forward(service: ReportService, body: Uint8Array<ArrayBuffer>, { log }: Services): Promise<Response> {
  try {
    const answer = await fetch(service.envelopes, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/x-sentry-envelope' },
      redirect: 'error',
      signal: AbortSignal.timeout(WAIT_MS),
    });
    await answer.body?.cancel();
    const headers = new Headers();
    for (const name of ['Retry-After', 'X-Sentry-Rate-Limits']) {
      const value = answer.headers.get(name);
      if (value) headers.set(name, value);
    }
    return new Response(null, { status: answer.status >= 500 ? 502 : answer.ok ? 200 : answer.status, headers });
  } catch (error) {
    log.warn('report.not_passed_on', { reason: error instanceof Error ? error.name : 'unknown' });
    return new Response(null, { status: 502 });
  }
}
