import type { Result } from '../../../api/send.ts';
import { inMinutes } from '../../../lib/in-minutes.ts';

/** Why an export, an import or a deletion was refused, as a sentence. */
export function faultOf(failure: Exclude<Result<unknown>, { ok: true }>): string {
  if (failure.kind === 'offline') return 'The server cannot be reached. Nothing has changed. Try again with a network.';
  const { code, message, field_errors, retry_after_seconds: wait } = failure.error;
  if (code === 'wrong_credentials') return 'Wrong password.';
  if (code === 'too_many') return `Too many attempts. Try again ${inMinutes(wait ?? 60)}.`;
  return field_errors?.file ?? `${message}.`;
}
