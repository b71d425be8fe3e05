import type { Result } from '../../../api/send.ts';
import { inMinutes } from '../../../lib/in-minutes.ts';
import type { Started } from './requests.ts';

type Failure = Exclude<Result<unknown> | Started, { ok: true }>;

/** Why it failed, for the person at the tablet. */
export function failureMessage(failure: Failure): string {
  if (failure.kind === 'unsent')
    return `${failure.n === 1 ? 'One change is' : `${failure.n} changes are`} not sent yet and would meet the kitchen's limits. Connect, then try again.`;
  if (failure.kind === 'offline') return 'The server cannot be reached. The kitchen goes on; this needs a network.';
  const { code, message, retry_after_seconds: wait } = failure.error;
  if (code === 'too_many') return `Too many attempts. Try again ${inMinutes(wait ?? 60)}, or use the owner's password.`;
  if (code === 'pin_wrong') return 'Wrong PIN.';
  if (code === 'wrong_credentials') return 'Wrong password.';
  return failure.error.field_errors?.pin ? `${failure.error.field_errors.pin}.` : `${message}.`;
}
