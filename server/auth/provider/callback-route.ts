import { beginFacebook, beginGoogle } from '../../../contract/auth/calls.ts';
import type { Call } from '../../../contract/call.ts';
import { signInProviders, type SignInProvider } from '../../../contract/auth/sign-in-providers.ts';
import { makeContext } from '../../pipeline/context.ts';
import { visitOf } from '../../http/visit.ts';
import type { Services } from '../../pipeline/services.ts';
import { describeFault } from '../../platform/log.ts';
import type { CallResult } from '../../pipeline/result.ts';
import { comeBack } from './callback.ts';
import { ownOrigin } from './own-origin.ts';
import { loginUrl } from './urls.ts';

export const isProvider = (word: string): word is SignInProvider =>
  (signInProviders as readonly string[]).includes(word);

/**
 * The way on for somebody whose address to begin a sign-in was not understood, such as one with a way back that is too long: the sign-in
 * page, and not JSON. Null: the answer stands as it is.
 */
export function sendOn({ env }: Services, call: Call, request: Request, { status }: CallResult): Response | null {
  if (call.name !== beginGoogle.name && call.name !== beginFacebook.name) return null;
  const visit = visitOf(request);
  if (!visit.isNavigation || status < 400) return null;
  return new Response(null, { status: 302, headers: { Location: `${ownOrigin({ env, visit })}/login` } });
}

interface Arrival {
  request: Request;
  provider: SignInProvider;
  requestId: string;
  address: string;
}

/**
 * GET /auth/{provider}/callback. No call of the contract: a provider adds to its query what it likes, and a person who stands here must be
 * sent on, whatever happens, and not be shown JSON.
 */
export async function answerReturn(
  kernel: Services,
  { request, provider, requestId, address }: Arrival,
): Promise<Response> {
  const { context } = makeContext({
    kernel,
    now: kernel.clock.now(),
    requestId,
    address,
    session: null,
    restaurantId: null,
    key: null,
    input: { path: {}, query: {}, body: undefined },
    client: null,
    mayWrite: false,
    visit: visitOf(request),
  });
  const way = await comeBack(context, provider, new URL(request.url).searchParams).catch((fault: unknown) => {
    kernel.log.error('fault', { request_id: requestId, call: 'auth.callback', ...describeFault(fault) });
    return loginUrl(ownOrigin(context), { setback: 'unavailable', provider });
  });
  return new Response(null, { status: 302, headers: { Location: way, 'Referrer-Policy': 'no-referrer' } });
}
