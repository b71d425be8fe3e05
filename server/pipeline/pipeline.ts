import { newId } from '../platform/ids.ts';
import { permissionOf } from '../../contract/call.ts';
import { isOfAccount } from '../../contract/kitchen-mode/rules.ts';
import { may, type Permission } from '../../contract/people/permissions.ts';
import { execute } from './execute.ts';
import { guardOf, type Guard } from './guard.ts';
import { Refusal, refuse } from './handler.ts';
import { asSigned } from './person.ts';
import { refuseFault } from './refuse-fault.ts';
import { toRefusedResult, toUnprocessedResult, type CallRequest, type CallResult } from './result.ts';
import type { Services } from './services.ts';
import { checkInput, type Input } from './validate.ts';

/**
 * Authorizes, validates and executes one call: the only way to a handler. Never throws: a fault of ours is logged and answered 500, a
 * transient error 503.
 */
export async function handleCall(services: Services, request: CallRequest): Promise<CallResult> {
  try {
    const guard = guardOf(services.guards, request.handler.call);
    const barred = authorize(guard, request);
    if (barred) return toRefusedResult(barred);
    const signed = await asSigned(services, request);
    const made = signed instanceof Refusal ? request : signed;
    const input = signed instanceof Refusal ? signed : validate(guard, made);
    const exceeded = input instanceof Refusal ? null : await count(services, guard, made, input);
    if (exceeded) return toRefusedResult(exceeded);
    const prepared = await prepare(services, made, input);
    return await execute(services, made, prepared);
  } catch (fault) {
    return toUnprocessedResult(
      refuseFault(services, fault, { requestId: request.requestId, call: request.handler.call.name }),
    );
  }
}

function authorize(guard: Guard, { caller }: CallRequest): Refusal | null {
  if (guard.needsSession && !caller.session) return refuse('unauthenticated');
  return guard.authorize?.(caller) ?? null;
}

/** A refusal is passed on instead of the input: a queued mutation stores it as its result. */
function validate(guard: Guard, request: CallRequest): Input | Refusal {
  const { handler, caller, address, now, approver } = request;
  const { call } = handler;
  const restrict = (permission: Permission | null) => {
    const refused = guard.restrict?.({ call, permission, caller, address, now }) ?? null;
    const isApproved =
      refused?.error.code === 'not_allowed' && permission && approver && !isOfAccount(call, permission);
    return isApproved && may(approver.role, permission) ? null : refused;
  };
  const refused = restrict(permissionOf(call));
  if (refused) return refused;
  const input = checkInput(call, request);
  if (input instanceof Refusal) return input;
  // The body was checked against this call's schema.
  const more = call.options.needs?.(input.body as never) ?? null;
  return (more && restrict(more)) ?? input;
}

async function count(
  services: Services,
  guard: Guard,
  { handler, caller, address, now }: CallRequest,
  input: Input,
): Promise<Refusal | null> {
  return (await guard.count?.(services, { call: handler.call, caller, input, address, now })) ?? null;
}

async function prepare(
  services: Services,
  { handler, caller: { restaurantId }, key, now }: CallRequest,
  input: Input | Refusal,
): Promise<Input | Refusal> {
  if (input instanceof Refusal || !handler.prepare || restaurantId === null) return input;
  const context = { now, restaurantId, opId: key ?? newId(now), body: input.body as never };
  const body = await handler.prepare(services, context);
  return body instanceof Refusal ? body : { ...input, body };
}
