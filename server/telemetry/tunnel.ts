import { drizzle } from 'drizzle-orm/node-postgres';
import { limits } from '../pipeline/limits.ts';
import { take } from '../db/rate-limits.ts';
import { networkOf } from '../http/address.ts';
import { refuse, type Refusal } from '../pipeline/handler.ts';
import { readAtMost } from '../platform/read-at-most.ts';
import type { Services } from '../pipeline/services.ts';
import { dsnOf, type ReportService } from '../integrations/report-service.ts';

/** A report is a few kB; this is thirty of them. */
const MOST_BYTES = 200_000;
const WAIT_MS = 5_000;

/**
 * Forwards a page's error report to this installation's service and no other, because the pages' content policy lets them connect only to
 * us. Anybody may send one; only the first line of the body is read.
 * Returns the service's answer, or 502 if it did not answer. Refuses with 404 if there is no such service, 413 and 429.
 */
export async function forwardReport(
  services: Services,
  { request, address, now }: { request: Request; address: string; now: Date },
): Promise<Response | Refusal> {
  const { env, pools } = services;
  if (!env.reports) return refuse('not_found');
  const exceeded = await take(drizzle(pools.accounts), limits.reportsByIp, networkOf(address), now);
  if (exceeded) return refuse('too_many', { retry_after_seconds: exceeded.retryAfterSeconds });
  const bytes = await readAtMost(request, MOST_BYTES).catch(() => new Uint8Array());
  if (!bytes) return refuse('too_large');
  const named = dsnOf(bytes);
  if (named === null) return refuse('bad_request', { message: 'This is no report' });
  // An open relay would forward anybody's reports anywhere.
  if (named !== env.reports.dsn) return refuse('not_found');
  return forward(env.reports, bytes, services);
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
