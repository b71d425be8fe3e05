import type { ErrorBody, Meta, Notice } from '../../contract/errors.ts';
import { Answer, Refusal, type Handler, type SignedIn } from './handler.ts';
import type { Visit } from '../http/visit.ts';
import type { RawInput } from './validate.ts';
import type { MutationId } from '../sync/processed-mutations.ts';

/** One call as it came in, through whichever door. */
export interface CallRequest extends RawInput {
  handler: Handler;
  /** The body as its device sent it, when `body` is what it means today: by it a second try is known. */
  bodyAsSent?: unknown;
  session: SignedIn | null;
  /** Of a storefront call: the restaurant that is visited, see admitVisitor. */
  visitedId?: string;
  requestId: string;
  address: string;
  /** Idempotency-Key, lower case. */
  key: string | null;
  /** Of a device's queue. */
  mutationId: MutationId | null;
  /** Missing where no browser asks. */
  visit?: Visit;
}

/** What goes out. `error` is there exactly when the call was refused. */
export interface CallResult {
  status: number;
  data?: unknown;
  meta?: Meta;
  notice?: Notice;
  headers?: Record<string, string>;
  error?: ErrorBody;
  /** Of a write: the space's version once it was processed. */
  version?: number;
  /** It had been processed before; the answer is the first one. */
  isReplay?: boolean;
  /** Nothing of it was kept: the same request may be sent again. */
  isUnprocessed?: boolean;
}

/** A handler's answer in the shape of what goes out. */
export function toResult(reply: unknown): CallResult {
  if (reply instanceof Refusal) return toRefusedResult(reply);
  if (!(reply instanceof Answer)) return { status: 200, data: reply };
  const { data, status, meta, notice, headers } = reply;
  return { status, data, ...(meta && { meta }), ...(notice && { notice }), ...(headers && { headers }) };
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
