import type { Result } from '../../../api/send.ts';

type Requests = typeof import('../requests.ts').requests;

/**
 * Makes a call of the sign-in pages. Its code, with the contract's schemas and the HTTP client, is not part of the first load: it is
 * fetched at the first keystroke.
 */
export async function callAuth<N extends keyof Requests>(
  name: N,
  body: Parameters<Requests[N]>[0],
): Promise<Awaited<ReturnType<Requests[N]>>> {
  const requests = await loadRequests().catch(() => null);
  // Same result as a call without a network.
  if (!requests) return unreachable as Awaited<ReturnType<Requests[N]>>;
  return (await requests[name](body as never)) as Awaited<ReturnType<Requests[N]>>; // body and answer belong to the same name
}

/** Loads the code; call it as soon as the person begins to type. */
export const warmUp = (): void => void loadRequests().catch(() => undefined);

const loadRequests = (): Promise<Requests> => import('../requests.ts').then((m) => m.requests);

const unreachable: Result<never> = {
  ok: false,
  kind: 'offline',
  status: 0,
  error: { code: 'offline', message: 'The server cannot be reached' },
};
