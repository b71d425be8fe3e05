import { readAtMost } from '../../platform/read-at-most.ts';
import { handleCall } from '../../pipeline/pipeline.ts';
import { Refusal, refuse, type Handler } from '../../pipeline/handler.ts';
import { toRefusedResult, type CallResult } from '../../pipeline/result.ts';
import type { Services } from '../../pipeline/services.ts';
import { identify } from '../guard.ts';
import type { Visit } from './website.ts';

const FORM_BYTES = 64 * 1024;

/** A form of one of our pages, as a browser sends it. Refused if another website made the browser send it. */
export async function readForm(request: Request): Promise<URLSearchParams | Refusal> {
  if (isFromElsewhere(request)) return refuse('csrf');
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers.get('Content-Type') ?? ''))
    return refuse('unsupported_media_type');
  const bytes = await readAtMost(request, FORM_BYTES).catch(() => undefined);
  if (bytes === undefined) return refuse('bad_request');
  if (bytes === null) return refuse('too_large');
  const form = new URLSearchParams(new TextDecoder().decode(bytes));
  // Forms send a line break as two characters.
  return new URLSearchParams(
    [...form].map(([name, value]): [string, string] => [name, value.replaceAll('\r\n', '\n')]),
  );
}

/** By host, not by origin: behind a proxy the scheme of the request is not the visitor's. */
function isFromElsewhere(request: Request): boolean {
  const site = request.headers.get('Sec-Fetch-Site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = request.headers.get('Origin');
  if (origin === null) return false;
  return !URL.canParse(origin) || new URL(origin).host !== new URL(request.url).host;
}

export const wantsJson = (request: Request): boolean =>
  /\bapplication\/json\b/.test(request.headers.get('Accept') ?? '');

/** Makes a call of the storefront API on behalf of a page: the same guard, limits and rules as over HTTP. */
export async function callStorefront(
  services: Services,
  visit: Visit,
  handler: Handler,
  {
    path = {},
    query = {},
    body,
    key,
  }: { path?: Record<string, string>; query?: Record<string, string>; body?: unknown; key?: string },
): Promise<CallResult> {
  const { slug, address, now, requestId } = visit;
  const named = { slug, ...path };
  const caller = await identify(services, { call: handler.call, path: named, address, now });
  if (caller instanceof Refusal) return toRefusedResult(caller);
  return handleCall(services, {
    handler,
    path: named,
    query,
    body,
    caller,
    now,
    requestId,
    address,
    key: key ?? null,
    mutationId: null,
  });
}

const minutes = (seconds: number) => (seconds < 90 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`);

/** What happened to a form, for refusals that are not about one of its fields. */
export function refusalLabel({ error }: CallResult): string {
  switch (error?.code ?? '') {
    case 'too_many':
      return `Too many attempts. Try again in ${minutes(error?.retry_after_seconds ?? 60)}.`;
    case 'customer_blocked':
      return 'We cannot take this online. Please call us.';
    case 'too_large':
      return 'That is too long. Shorten it, and send it again.';
    case 'internal':
    case 'unavailable':
    case 'database_down':
    case 'disk_full':
      return 'That did not work, and it is our fault. Try again in a moment.';
    default:
      return 'That did not work. Look at what you entered, and send it again.';
  }
}
