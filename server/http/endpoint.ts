import { drizzle } from 'drizzle-orm/node-postgres';
import { bodyLimitOf } from '../../contract/call.ts';
import { hello, pull, SCHEMA, Signed, stream, syncHeaders } from '../../contract/sync/calls.ts';
import { take, type Limit } from '../db/rate-limits.ts';
import { Refusal, refuse, type Handler } from '../pipeline/handler.ts';
import { isId } from '../platform/ids.ts';
import type { Services } from '../pipeline/services.ts';
import { Turns } from '../platform/turns.ts';
import { admit } from '../pipeline/admit.ts';
import { guardOf, isProcessedOnce, type Guard } from '../pipeline/guard.ts';
import { handleCall } from '../pipeline/pipeline.ts';
import { toRefusedResult, type CallResult } from '../pipeline/result.ts';
import { readSession, stayUnlocked } from '../pipeline/authenticate.ts';
import type { MutationId } from '../pipeline/processed-mutations.ts';
import { refuseForged } from './cookies.ts';
import { PARSED_AT_ONCE } from './parse-body.ts';
import { readBody } from './read-body.ts';
import { visitOf } from './visit.ts';

/** One call over HTTP. */
export interface Arrival {
  request: Request;
  path: Record<string, string>;
  query: Record<string, string[]>;
  requestId: string;
  address: string;
  /** When it arrived. */
  now: Date;
  /** Told as soon as it is known whose it is. */
  onCaller(restaurantId: string | null): void;
}

/** Passes an HTTP request to the pipeline. Unauthorised callers and exceeded limits are refused before the body is read. */
export async function receive(services: Services, handler: Handler, arrival: Arrival): Promise<CallResult> {
  const { request, path, requestId, address, now } = arrival;
  const { call } = handler;
  const guard = guardOf(services.guards, call);
  const forged = refuseForged(request, services.env.appOrigins);
  if (forged) return toRefusedResult(forged);
  // Hono answers HEAD with the GET handler and drops the body, so a stream would stay open with nobody to end it.
  if (call.name === stream.name && request.method === 'HEAD')
    return { ...toRefusedResult(refuse('method_not_allowed')), headers: { Allow: 'GET' } };
  const session = await readSession(services, bearer(request), now);
  if (guard.needsSession && !session) return toRefusedResult(refuse('unauthenticated'));
  const query = single(arrival.query);
  if (query instanceof Refusal) return toRefusedResult(query);
  const ids = isProcessedOnce(services.guards, call)
    ? readIds(request.headers, guard)
    : { key: null, mutationId: null };
  if (ids instanceof Refusal) return toRefusedResult(ids);
  // What the app asks for by itself, with nobody there, keeps nothing open.
  if (session && !byItself.has(call.name)) await stayUnlocked(services, session, now);
  const limited = await admit(services, handler, arrival);
  if (limited) return toRefusedResult(limited);
  const approved = readApproval(request.headers);
  if (approved instanceof Refusal) return toRefusedResult(approved);
  const caller = await guard.identify(services, { call, path, address, session, now });
  if (caller instanceof Refusal) return toRefusedResult(caller);
  arrival.onCaller(caller.restaurantId);
  const limit = bodyLimitOf(call);
  const who = caller.restaurantId ?? address;
  const answer = async () => {
    const body = hasBody(request) ? await readBody(request, { ...call.options, limit, who }) : { value: undefined };
    if (body instanceof Refusal) return toRefusedResult(body);
    const visit = visitOf(request);
    return handleCall(services, {
      handler,
      path,
      query,
      body: body.value,
      caller,
      now,
      requestId,
      address,
      visit,
      approved,
      ...ids,
    });
  };
  return isLarge(request, limit) ? answerLarge(services, { who, now }, answer) : answer();
}

/** What a device asks with nobody there. */
const byItself = new Set<string>([hello.name, pull.name, stream.name]);

/** Whether the body has to be parsed in a thread of its own. */
const isLarge = (request: Request, limit: number) =>
  hasBody(request) && !(Number(request.headers.get('Content-Length') ?? limit) <= PARSED_AT_ONCE);

/** Large bodies of one restaurant: the pictures of a long menu or the parts of an account's file, and not many times that. */
const largeBodies: Limit = { name: 'large-bodies', max: 2000, windowMs: 10 * 60_000 };
/** Of one restaurant a process receives, reads and answers so many at once. Further ones wait, unread, and then with the device. */
const LARGE_AT_ONCE = 2;
const LARGE_WAITING = 6;
const large = new Map<string, { turns: Turns; count: number }>();

async function answerLarge(
  { pools }: Services,
  { who, now }: { who: string; now: Date },
  answer: () => Promise<CallResult>,
): Promise<CallResult> {
  const own = large.get(who) ?? { turns: new Turns(LARGE_AT_ONCE), count: 0 };
  if (own.count >= LARGE_AT_ONCE + LARGE_WAITING)
    return toRefusedResult(refuse('too_many', { retry_after_seconds: 10 }));
  large.set(who, own);
  own.count += 1;
  try {
    const exceeded = await take(drizzle(pools.accounts), largeBodies, who, now);
    if (exceeded) return toRefusedResult(refuse('too_many', { retry_after_seconds: exceeded.retryAfterSeconds }));
    return await own.turns.run(who, answer);
  } finally {
    own.count -= 1;
    if (own.count === 0) large.delete(who);
  }
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

/** A customer's device repeats unanswered requests; without a key that would be a second order. */
const keyMissing = () =>
  refuse('bad_request', {
    message: `Send an ${syncHeaders.key} header: a new UUID for each order, chat or message, the same one when it is sent again`,
    field_errors: { [syncHeaders.key]: 'Required' },
  });

function readApproval(headers: Headers): Signed | undefined | Refusal {
  const written = headers.get(syncHeaders.approval);
  if (written === null) return undefined;
  const [person = '', proof = ''] = written.split('.');
  const signed = Signed.safeParse({ person, proof });
  const field_errors = { [syncHeaders.approval]: 'Must be the id of a person, a dot and the proof' };
  return signed.success ? signed.data : refuse('invalid_fields', { field_errors });
}

function readIds(
  headers: Headers,
  { requiresKey }: Guard,
): { key: string | null; mutationId: MutationId | null } | Refusal {
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
  if (requiresKey) return key ? { key: key.toLowerCase(), mutationId: null } : keyMissing();
  const mutationId = client && mutation ? { id: client.toLowerCase(), mid: Number(mutation), schema: SCHEMA } : null;
  return { key: key?.toLowerCase() ?? null, mutationId };
}
