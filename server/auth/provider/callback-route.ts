import { beginFacebook, beginGoogle } from '../../../contract/auth/calls.ts';
import type { Call } from '../../../contract/call.ts';
import type { SignInProvider } from '../../../contract/auth/sign-in-providers.ts';
import { makeContext } from '../../pipeline/context.ts';
import { visitOf } from '../../http/visit.ts';
import type { Services } from '../../pipeline/services.ts';
import { refuseFault } from '../../pipeline/refuse-fault.ts';
import type { CallResult } from '../../pipeline/result.ts';
import { comeBack } from './callback.ts';
import { ownOrigin } from './own-origin.ts';
import { loginUrl } from './urls.ts';

/**
 * Redirects a person whose sign-in request was invalid, such as one with too long a return path, to the sign-in page instead of showing
 * JSON. Null: the answer stays as it is.
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
  now: Date;
}

/**
 * GET /auth/{provider}/callback. Not a call of the contract: providers add query parameters freely, and a person must always be redirected
 * and never see JSON.
 */
export async function answerReturn(
  services: Services,
  { request, provider, requestId, address, now }: Arrival,
): Promise<Response> {
  const caller = { session: null, restaurantId: null };
  const { context } = makeContext({
    services,
    request: { caller, now, requestId, address, key: null, visit: visitOf(request) },
    input: { path: {}, query: {}, body: undefined },
    client: null,
  });
  const returned = new URL(request.url).searchParams;
  const outcome = await comeBack(context, { name: provider, returned, clock: services.clock }).catch(
    (fault: unknown) => {
      refuseFault(services, fault, { requestId, call: 'auth.callback' });
      return loginUrl(ownOrigin(context), { setback: 'unavailable', provider });
    },
  );
  return new Response(null, { status: 302, headers: { Location: outcome, 'Referrer-Policy': 'no-referrer' } });
}
