import type { Channel, ChannelReason } from '../../../contract/channels/calls.ts';
import type { Result } from '../../api/send.ts';
import { inMinutes } from '../../lib/in-minutes.ts';

/** What a channel's state means, and what to do about it. */
export const reasonLabels: Record<ChannelReason, string> = {
  checking: 'Checking these details with WhatsApp.',
  not_reached:
    'WhatsApp could not be reached. Galley tries again by itself for some hours; enter the details again to have it ask anew after that.',
  not_in_service:
    'WhatsApp knew this number, and the details were right. Galley does not carry WhatsApp messages yet, so nothing is sent or received over it.',
  token_unreadable: 'This server cannot open the token that it has kept. Enter it again.',
  token_refused: 'WhatsApp does not take this token: it has ended or was taken back. Enter a new one.',
  permission_missing:
    'This token may not use the account. It needs whatsapp_business_messaging and whatsapp_business_management.',
  number_unknown: 'WhatsApp knows no number with this ID, or the token may not see it. Enter the details again.',
  account_unknown: 'WhatsApp knows no account with this ID, or the token may not see it. Enter the details again.',
  number_elsewhere: 'This number belongs to another WhatsApp Business Account. Enter the details again.',
  refused_otherwise: 'Meta refuses these details. Look for the reason in its Business Manager, by the code below.',
};

/** One word for its mark. */
export const stateLabel = ({ status, status_reason: reason }: Channel): string => {
  if (status === 'pending') return reason === 'not_in_service' ? 'Checked' : 'Checking';
  return { connected: 'Connected', paused: 'Paused', error: 'Needs attention', disconnected: 'Disconnected' }[status];
};

/** Why it is not known that the server did what it was asked. */
export function failureMessage({ kind, error }: Exclude<Result<unknown>, { ok: true }>): string {
  if (kind === 'offline') return 'The server did not answer. It may have done it anyway: look at the list first.';
  if (error.code === 'too_many') return `Too many attempts. Try again ${inMinutes(error.retry_after_seconds ?? 60)}.`;
  return `${error.message}. Nothing has changed.${error.request_id ? ` Reference ${error.request_id}.` : ''}`;
}
