import { bodyLimitOf } from '../../contract/call.ts';
import { SCHEMA, stream, syncHeaders } from '../../contract/sync/calls.ts';
import { Refusal, refuse, type Handler } from '../pipeline/handler.ts';
import { isId } from '../platform/ids.ts';
import type { Services } from '../pipeline/services.ts';
import { isOrderedWrite, handleCall } from '../pipeline/pipeline.ts';
import { toRefusedResult, type CallResult } from '../pipeline/result.ts';
import { readSession } from '../pipeline/authenticate.ts';
import type { MutationId } from '../sync/processed-mutations.ts';
import { admitVisitor } from '../storefront/guard.ts';
import { admitAddress } from './admit-address.ts';
import { refuseForged } from './cookies.ts';
import { readBody } from './read-body.ts';
import { visitOf } from './visit.ts';

/** One call over HTTP. */
export interface Arrival {
  request: Request;
  path: Record<string, string>;
  query: Record<string, string[]>;
  requestId: string;
  address: string;
}

/** From an HTTP request to serve. Who may not call, or has called too often, is told so before the body is read. */
export async function receive(kernel: Services, handler: Handler, arrival: Arrival): Promise<CallResult> {
  const { request, path, requestId, address } = arrival;
  const forged = refuseForged(request, kernel.env.appOrigins);
  if (forged) return toRefusedResult(forged);
  const { call } = handler;
  // Hono has the GET answer a HEAD and drops its body, and a stream that nobody can end would stay.
  if (call.name === stream.name && request.method === 'HEAD')
    return { ...toRefusedResult(refuse('method_not_allowed')), headers: { Allow: 'GET' } };
  const isStorefront = call.options.access === 'storefront';
  const isPublic = call.options.access === 'public' || isStorefront;
  // A public call has one too where its sender is signed in: verifying an address minds whose sign-up it belongs to.
  const session = await readSession(kernel, bearer(request), kernel.clock.now());
  if (!isPublic && !session) return toRefusedResult(refuse('unauthenticated'));
  const query = single(arrival.query);
  if (query instanceof Refusal) return toRefusedResult(query);
  const queued = isOrderedWrite(call) ? readMark(request.headers) : { key: null, mutationId: null };
  if (queued instanceof Refusal) return toRefusedResult(queued);
  // A customer has no queue.
  if (isStorefront) queued.mutationId = null;
  if (isStorefront && isOrderedWrite(call) && queued.key === null) return toRefusedResult(keyMissing());
  const held = await admitAddress(kernel, handler, arrival);
  if (held) return toRefusedResult(held);
  const restaurantId = isStorefront ? await admitVisitor(kernel, { call, path, address }) : null;
  if (restaurantId instanceof Refusal) return toRefusedResult(restaurantId);
  const body = hasBody(request) ? await readBody(request, bodyLimitOf(call)) : { value: undefined };
  if (body instanceof Refusal) return toRefusedResult(body);
  const visit = visitOf(request);
  const asked = { handler, path, query, body: body.value, session, requestId, address, visit, ...queued };
  return handleCall(kernel, { ...asked, ...(restaurantId !== null && { visitedId: restaurantId }) });
}

const hasBody = (request: Request) => request.method !== 'GET' && request.method !== 'HEAD';

const bearer = (request: Request) =>
  /^Bearer ([\w.~+/=-]{1,300})$/i.exec(request.headers.get('Authorization') ?? '')?.[1] ?? null;

function single(query: Record<string, string[]>): Record<string, string> | Refusal {
  const twice = Object.keys(query).find((name) => query[name]!.length > 1);
  if (twice !== undefined)
    return refuse('invalid_fields', { field_errors: { [twice.slice(0, 120)]: 'Given more than once' } });
  return Object.fromEntries(Object.entries(query).map(([name, values]) => [name, values[0]!]));
}

/** A customer's device sends again what was not answered; without a key that would be a second order. */
const keyMissing = () =>
  refuse('bad_request', {
    message: `Send an ${syncHeaders.key} header: a new UUID for each order, chat or message, the same one when it is sent again`,
    field_errors: { [syncHeaders.key]: 'Required' },
  });

function readMark(headers: Headers): { key: string | null; mutationId: MutationId | null } | Refusal {
  const [key, client, mutation] = [syncHeaders.key, syncHeaders.client, syncHeaders.mutation].map((name) =>
    headers.get(name),
  );
  const empty = Object.values(syncHeaders).filter((name) => headers.get(name) === '');
  if (empty.length > 0)
    return refuse('bad_request', {
      message: `${empty[0]} is empty`,
      field_errors: Object.fromEntries(empty.map((name) => [name, 'Must not be empty'])),
    });
  const field_errors: Record<string, string> = {};
  if (key && !isId(key)) field_errors[syncHeaders.key] = 'Must be a UUID';
  if (client && !isId(client)) field_errors[syncHeaders.client] = 'Must be a UUID';
  if (mutation && !/^[1-9]\d{0,14}$/.test(mutation)) field_errors[syncHeaders.mutation] = 'Must be a number from 1';
  if (Boolean(client) !== Boolean(mutation))
    field_errors[syncHeaders.mutation] = `Goes together with ${syncHeaders.client}`;
  if (client && !key) field_errors[syncHeaders.key] = `Has to stand beside ${syncHeaders.client}`;
  if (Object.keys(field_errors).length > 0) return refuse('invalid_fields', { field_errors });
  const mutationId = client && mutation ? { id: client.toLowerCase(), mid: Number(mutation), schema: SCHEMA } : null;
  return { key: key?.toLowerCase() ?? null, mutationId };
}
