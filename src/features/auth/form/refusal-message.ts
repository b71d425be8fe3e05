import type { ErrorBody } from '../../../../contract/errors.ts';
import { fixedTexts } from '../../../../contract/fixed-texts.ts';
import type { Result } from '../../../api/send.ts';
import { countdownLabel } from './use-countdown.ts';

export type Failure = Exclude<Result<unknown>, { ok: true }>;

const words: Record<string, string> = {
  unauthenticated: fixedTexts.unauthenticated,
  wrong_credentials: 'Wrong e-mail or password.',
  sign_in_invalid: 'This sign-in is not valid any more. Begin it again.',
  provider_not_configured: 'This way to sign in is not set up here.',
  passkey_unknown: 'This passkey does not sign in to Galley. It may have been removed. Sign in with your password.',
  passkey_refused: 'This passkey could not be verified. Try again, or sign in with your password.',
  passkey_expired: 'That took too long. Try again.',
  code_wrong: 'Wrong code. Use the one in the newest mail.',
  code_expired: 'This code is not valid any more. Send a new one.',
  link_invalid: 'This link is not valid any more. Ask for a new one.',
  invalid_fields: 'Check the marked fields.',
  disk_full: 'The server’s disk is full, so nothing can be saved. Tell whoever runs it, then try again.',
  unavailable: 'The server is busy. Try again in a moment.',
};

/** The message for a failed call, by its error code. */
export function refusalMessage(failure: Failure): string {
  if (failure.kind === 'offline') return 'The server cannot be reached. Check the network, then try again.';
  const { code, message, request_id } = failure.error;
  if (code === 'too_many') return `Too many attempts. Try again in ${countdownLabel(waitOf(failure.error))}.`;
  return words[code] ?? (request_id ? `${message}. Reference ${request_id}.` : `${message}.`);
}

/** Seconds for which a form is locked. Only too many attempts lock it; a busy server names a wait too, but locks nobody out. */
export const lockOf = ({ error }: Failure): number => (error.code === 'too_many' ? waitOf(error) : 0);

const waitOf = (error: ErrorBody): number => Math.max(1, Math.ceil(error.retry_after_seconds ?? UNSAID_WAIT_S));

const UNSAID_WAIT_S = 60;
