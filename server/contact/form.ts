import { bodyLimitOf } from '../../contract/call.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import type { Env } from '../env.ts';
import { Refusal, refuse } from '../pipeline/handler.ts';
import { readAtMost } from '../platform/read-at-most.ts';
import { respond } from '../http/respond.ts';
import type { Services } from '../pipeline/services.ts';
import { admit } from '../pipeline/admit.ts';
import { handleCall } from '../pipeline/pipeline.ts';
import { toRefusedResult } from '../pipeline/result.ts';
import { barePolicy } from '../web/headers.ts';
import type { Site } from '../web/site.ts';
import { receiving } from './receive.ts';

/** Form encoding may triple the size: as much as the call's JSON may hold. */
const BYTES = 3 * bodyLimitOf(receiving.call);
const fields = ['name', 'email', 'restaurant_name', 'message'] as const;

interface Visit {
  request: Request;
  requestId: string;
  address: string;
  now: Date;
}

/**
 * The contact form as a browser submits it. With JavaScript it asks for JSON. Without, a received message redirects to the confirmation
 * page, which may be reloaded; otherwise the form returns with the input and its errors.
 */
export async function takeForm(
  services: Services,
  site: Site | undefined,
  { request, requestId, address, now }: Visit,
): Promise<Response> {
  const isScript = /\bapplication\/json\b/.test(request.headers.get('Accept') ?? '');
  const barred = isFromElsewhere(request, services.env)
    ? refuse('csrf')
    : await admit(services, receiving, { address, requestId, now });
  // Without JavaScript the page shows the input again, even if the limit is exceeded.
  const typed = barred?.error.code === 'csrf' || (barred && isScript) ? barred : await readForm(request);
  const result =
    barred || typed instanceof Refusal
      ? toRefusedResult(barred ?? (typed as Refusal))
      : await handleCall(services, {
          handler: receiving,
          path: {},
          query: {},
          body: bodyOf(typed),
          caller: { session: null, restaurantId: null },
          now,
          requestId,
          address,
          key: null,
          mutationId: null,
        });
  const bare = { 'Cache-Control': 'no-store', 'Content-Security-Policy': barePolicy };
  if (!isScript && !result.error)
    return new Response(null, { status: 303, headers: { Location: '/contact-us?sent', ...bare } });
  if (isScript || !site || !result.error)
    return respond({ ...result, headers: { ...result.headers, ...bare } }, requestId);
  return site.contactForm(
    { ...(typed instanceof Refusal ? {} : Object.fromEntries(typed)), ...labelsFor(result.error) },
    result.status,
    result.headers,
  );
}

type Typed = Map<(typeof fields)[number] | 'website', string>;

/** No cookie or session matters here, but foreign pages must not submit the form. */
function isFromElsewhere(request: Request, { publicUrl }: Pick<Env, 'publicUrl'>): boolean {
  const site = request.headers.get('Sec-Fetch-Site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = request.headers.get('Origin');
  return origin !== null && origin !== new URL(publicUrl).origin && origin !== new URL(request.url).origin;
}

async function readForm(request: Request): Promise<Typed | Refusal> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers.get('Content-Type') ?? ''))
    return refuse('unsupported_media_type');
  const bytes = await readAtMost(request, BYTES).catch(() => undefined);
  if (bytes === undefined) return refuse('bad_request');
  if (bytes === null) return refuse('too_large');
  const form = new URLSearchParams(new TextDecoder().decode(bytes));
  // Forms send a line break as two characters, but count it as one.
  return new Map(
    [...fields, 'website' as const].map((name) => [name, (form.get(name) ?? '').replaceAll('\r\n', '\n')]),
  );
}

/** An empty field counts as missing. */
function bodyOf(typed: Typed): Record<string, string> {
  const optional = ['restaurant_name', 'website'];
  return Object.fromEntries([...typed].filter(([name, value]) => value.trim() !== '' || !optional.includes(name)));
}

/** The page's messages, by the placeholders of site/pages/contact-us.ts. */
function labelsFor({ field_errors = {}, retry_after_seconds: seconds, code }: ErrorBody): Record<string, string> {
  const wrong = fields.filter((name) => name in field_errors);
  if (wrong.length > 0)
    return {
      ...Object.fromEntries(wrong.map((name) => [`${name}_wrong`, 'yes'])),
      problem: 'The message has not been sent: look at the marked fields.',
    };
  if (code === 'too_large') return { message_wrong: 'yes', problem: 'The message has not been sent: it is too long.' };
  if (code === 'too_many' && seconds)
    return {
      problem: `That was the last of many messages from this network. Try again in ${Math.ceil(seconds / 60)} min; your text stays here.`,
    };
  return { problem: 'The message did not arrive. Your text is still here: try again in a moment.' };
}
