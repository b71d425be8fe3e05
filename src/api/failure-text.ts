import { inMinutes } from '../lib/in-minutes.ts';
import type { Failure } from './send.ts';

/** A screen's own words for some failures; null or undefined: those below. */
export type Say = (failure: Failure) => string | null | undefined;

const texts: Record<string, string> = {
  wrong_credentials: 'Wrong password.',
  password_not_set: 'This account has no password yet. Sign out and use “Forgot password” to set one.',
  pin_wrong: 'Wrong PIN.',
  code_wrong: 'Wrong code. Enter the one that the app shows now.',
  provider_unavailable: 'The service did not answer. Try again in a moment.',
  unavailable: 'The server is busy. Try again in a moment.',
  files_down: 'Pictures and files cannot be stored or shown at the moment. Try again in a moment.',
  disk_full: 'The server’s disk is full, so nothing can be saved. Tell whoever runs it, then try again.',
};

/**
 * Why a request failed and what to do about it, by its error code; of an invalid field what is wrong with the first one. A fault of ours has
 * a reference for whoever runs the server.
 */
export function failureText(failure: Failure, say?: Say): string {
  const own = say?.(failure);
  if (own) return own;
  const { kind, error } = failure;
  if (kind === 'offline') return 'The server did not answer. Try again.';
  if (error.code === 'too_many') return `Too many attempts. Try again ${inMinutes(error.retry_after_seconds ?? 60)}.`;
  const [ofField] = Object.values(error.field_errors ?? {});
  if (ofField) return sentence(ofField);
  const reference = error.code === 'internal' && error.request_id ? ` Reference ${error.request_id}.` : '';
  return texts[error.code] ?? `${sentence(error.message)}${reference}`;
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
