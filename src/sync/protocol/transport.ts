import type * as z from 'zod/mini';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { pull, push } from '../../../contract/sync/calls.ts';

export type PushBody = z.infer<typeof push.options.body>;
export type PushReply = z.infer<typeof push.options.reply>;
export type PullBody = z.infer<typeof pull.options.body>;
export type PullReply = z.infer<typeof pull.options.reply>;

export type Answer<T> =
  | { kind: 'ok'; data: T }
  | { kind: 'status'; status: number; error: ErrorBody | null; retryAfterMs: number | null }
  /** Unknown whether the request arrived. */
  | { kind: 'unanswered' };

/** The network as the engine sees it. Never rejects: being offline is normal. */
export interface Transport {
  push(body: PushBody): Promise<Answer<PushReply>>;
  pull(body: PullBody): Promise<Answer<PullReply>>;
}
