import type { Channel, ChannelReason } from '../../../contract/channels.ts';
import type { Result } from '../../api/send.ts';

/** What a channel's state means, and what to do about it. */
export const reasonWords: Record<ChannelReason, string> = {
  checking: 'WhatsApp is being asked about these details.',
  not_reached: 'WhatsApp cannot be reached at the moment. Galley tries again by itself.',
  not_in_service:
    'WhatsApp knows this number, and the details are right. Galley does not carry WhatsApp messages yet, so nothing is sent or received over it.',
  token_refused: 'WhatsApp does not take this token: it has ended or was taken back. Enter a new one.',
  permission_missing:
    'This token may not use the account. It needs whatsapp_business_messaging and whatsapp_business_management.',
  number_unknown: 'WhatsApp knows no number with this ID, or the token may not see it. Enter the details again.',
  account_unknown: 'WhatsApp knows no account with this ID, or the token may not see it. Enter the details again.',
  number_elsewhere: 'This number belongs to another WhatsApp Business Account. Enter the details again.',
};

/** One word for its mark. */
export const stateWord = ({ status, status_reason: reason }: Channel): string => {
  if (status === 'pending') return reason === 'not_in_service' ? 'Checked' : 'Checking';
  return { connected: 'Connected', paused: 'Paused', error: 'Not right', disconnected: 'Disconnected' }[status];
};

/** Why the server did not do what it was asked. */
export function failureWords({ kind, error }: Exclude<Result<unknown>, { ok: true }>): string {
  if (kind === 'offline') return 'The server cannot be reached. Nothing has changed; try again with a network.';
  if (error.code === 'too_many')
    return `Too many tries. Try again in ${Math.ceil((error.retry_after_seconds ?? 60) / 60)} min.`;
  return `${error.message}. Nothing has changed.${error.request_id ? ` Reference ${error.request_id}.` : ''}`;
}
