import { bodyLimitOf } from '../../contract/call.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import type { Env } from '../env.ts';
import { Refusal, refuse } from '../pipeline/handler.ts';
import { admitAddress } from '../http/admit-address.ts';
import { readAtMost } from '../http/read-body.ts';
import { respond } from '../http/respond.ts';
import type { Services } from '../pipeline/services.ts';
import { handleCall } from '../pipeline/pipeline.ts';
import { toRefusedResult } from '../pipeline/result.ts';
import { barePolicy } from '../web/headers.ts';
import type { Site } from '../web/site.ts';
import { receiving } from './receive.ts';

/** A form writes a byte as three signs: as much as the call's JSON may hold. */
const BYTES = 3 * bodyLimitOf(receiving.call);
const fields = ['name', 'email', 'restaurant_name', 'message'] as const;

interface Visit {
  request: Request;
  requestId: string;
  address: string;
}

/**
 * The contact form as a browser sends it by itself. Where JavaScript runs it asks for JSON; elsewhere a message that arrived leads to the
 * page that says so, which may be loaded again, and one that did not comes back with what was typed and what is wrong.
 */
export async function takeForm(
  kernel: Services,
  site: Site | undefined,
  { request, requestId, address }: Visit,
): Promise<Response> {
  const isScript = /\bapplication\/json\b/.test(request.headers.get('Accept') ?? '');
  const barred = isFromElsewhere(request, kernel.env)
    ? refuse('csrf')
    : await admitAddress(kernel, receiving, { address, requestId });
  // A page without JavaScript shows what was typed again, also to somebody who has written too often.
  const typed = barred?.error.code === 'csrf' || (barred && isScript) ? barred : await readForm(request);
  const served =
    barred || typed instanceof Refusal
      ? toRefusedResult(barred ?? (typed as Refusal))
      : await handleCall(kernel, {
          handler: receiving,
          path: {},
          query: {},
          body: bodyOf(typed),
          session: null,
          requestId,
          address,
          key: null,
          mutationId: null,
        });
  const bare = { 'Cache-Control': 'no-store', 'Content-Security-Policy': barePolicy };
  if (!isScript && !served.error)
    return new Response(null, { status: 303, headers: { Location: '/contact-us?sent', ...bare } });
  if (isScript || !site || !served.error)
    return respond({ ...served, headers: { ...served.headers, ...bare } }, requestId);
  return site.contactForm(
    { ...(typed instanceof Refusal ? {} : Object.fromEntries(typed)), ...wordsFor(served.error) },
    served.status,
    served.headers,
  );
}

type Typed = Map<(typeof fields)[number] | 'website', string>;

/** No cookie and no session counts here; but nobody is made to write to us by a page of somebody else. */
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
  // A form sends a line's end as two characters, and counts it as one.
  return new Map(
    [...fields, 'website' as const].map((name) => [name, (form.get(name) ?? '').replaceAll('\r\n', '\n')]),
  );
}

/** A field that was left empty was not given. */
function bodyOf(typed: Typed): Record<string, string> {
  const optional = ['restaurant_name', 'website'];
  return Object.fromEntries([...typed].filter(([name, value]) => value.trim() !== '' || !optional.includes(name)));
}

/** What the page says, by the marks that site/pages/contact-us.ts has. */
function wordsFor({ field_errors = {}, retry_after_seconds: seconds, code }: ErrorBody): Record<string, string> {
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
