import type { ErrorBody, Meta, Notice } from '../../contract/errors.ts';
import type { PersonAtDevice } from '../../contract/kitchen-mode/calls.ts';
import type { Signed } from '../../contract/sync/calls.ts';
import type { Caller } from './guard.ts';
import { Answer, Refusal, type Handler } from './handler.ts';
import type { KeptReply } from './kept-replies.ts';
import type { Visit } from './visit.ts';
import type { RawInput } from './validate.ts';
import type { MutationId } from './processed-mutations.ts';

/** One call: of an HTTP request, or one entry of a push. */
export interface CallRequest extends RawInput {
  handler: Handler;
  /** The body as the device sent it, if `body` was converted to the current version. It identifies a repeated request. */
  bodyAsSent?: unknown;
  /** As the guard of the call's access class identified it. */
  caller: Caller;
  /** When the request came in: read once, so that all that it writes has one time. */
  now: Date;
  requestId: string;
  address: string;
  /** Idempotency-Key, lower case. */
  key: string | null;
  /** Set for a mutation of a device's queue. */
  mutationId: MutationId | null;
  /** As sent: who did it, and who approved it, at a device in kitchen mode. */
  by?: Signed | undefined;
  approved?: Signed | undefined;
  /** Who approved it, once that is verified. */
  approver?: PersonAtDevice | null;
  /** Missing for entries of a push. */
  visit?: Visit;
}

/** Up to where a client's queue is processed, and the version and the epoch of its space. */
export interface Position {
  last_mid: number;
  version: number;
  epoch: string;
}

/** The outgoing result. `error` is set exactly if the call was refused. */
export interface CallResult {
  status: number;
  data?: unknown;
  meta?: Meta;
  stats?: object;
  notice?: Notice;
  headers?: Record<string, string>;
  error?: ErrorBody;
  /** The body as it is kept, instead of the fields above. */
  kept?: KeptReply;
  /** Of a write: the space's version after it. */
  version?: number;
  /** Of a write that is processed once: where its space and its client stand after it. */
  position?: Position;
  /** The request was processed before; this is the first result again. */
  isReplay?: boolean;
  /** Nothing was stored, so the same request may be sent again. */
  isUnprocessed?: boolean;
}

/** What is sent of a result. */
export function bodyOf({ data, meta, stats, notice, error }: CallResult, requestId: string): object {
  if (error) return { ...error, request_id: requestId };
  return { data: data ?? null, ...(meta && { meta }), ...(stats && { stats }), ...(notice && { notice }) };
}

/** Converts a handler's reply to the outgoing result. */
export function toResult(reply: unknown): CallResult {
  if (reply instanceof Refusal) return toRefusedResult(reply);
  if (!(reply instanceof Answer)) return { status: 200, data: reply };
  const { data, status, meta, stats, notice, headers } = reply;
  return {
    status,
    data,
    ...(meta && { meta }),
    ...(stats && { stats }),
    ...(notice && { notice }),
    ...(headers && { headers }),
  };
}

export function toRefusedResult(refusal: Refusal): CallResult {
  const seconds = refusal.error.retry_after_seconds;
  const headers = seconds === undefined ? {} : { headers: { 'Retry-After': String(seconds) } };
  return { status: refusal.status, error: refusal.error, ...headers };
}

export const toUnprocessedResult = (refusal: Refusal): CallResult => ({
  ...toRefusedResult(refusal),
  isUnprocessed: true,
});
