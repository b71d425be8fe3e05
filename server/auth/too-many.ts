import type { BaseContext, Refusal } from '../pipeline/handler.ts';
import { refuse } from '../pipeline/handler.ts';
import { noteAuth } from './events.ts';
import type { Exceeded } from '../db/rate-limits.ts';

export function tooMany(
  c: Pick<BaseContext, 'env' | 'address' | 'note'>,
  email: string | null,
  exceeded: NonNullable<Exceeded>,
): Refusal {
  noteAuth(c, 'too_many', email, { limit: exceeded.limit, retry_after_seconds: exceeded.retryAfterSeconds });
  return refuse('too_many', { retry_after_seconds: exceeded.retryAfterSeconds });
}
