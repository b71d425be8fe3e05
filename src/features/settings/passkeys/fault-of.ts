import type { Result } from '../../../api/send.ts';
import { inMinutes } from '../../../lib/in-minutes.ts';

/** Why a call about passkeys failed. */
export function faultOf(failure: Exclude<Result<unknown>, { ok: true }>): string {
  if (failure.kind === 'offline') return 'The server cannot be reached. Nothing has changed. Try again with a network.';
  const { code, message, retry_after_seconds: wait } = failure.error;
  if (code === 'wrong_credentials') return 'Wrong password.';
  if (code === 'code_wrong') return 'Wrong code. Enter the one that the app shows now.';
  if (code === 'two_factor_needed') return 'Enter a code of the app, or a recovery code.';
  if (code === 'passkey_expired') return 'That took too long. Try again.';
  if (code === 'too_many') return `Too many attempts. Try again ${inMinutes(wait ?? 60)}.`;
  return `${message}.`;
}
