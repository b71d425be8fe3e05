import type { Channel, ChannelReason } from '../../../contract/channels/calls.ts';
import type { Failure } from '../../api/send.ts';

/** What a channel's state means and what to do about it. */
export const reasonLabels: Record<ChannelReason, string> = {
  checking: 'Checking these details with WhatsApp.',
  not_reached:
    'WhatsApp could not be reached. Galley tries again by itself for some hours; enter the details again to have it ask anew after that.',
  not_in_service:
    'WhatsApp knows this number, and the details are right. This server has no webhook at Meta yet, so nothing is sent or received. Whoever runs it sets META_APP_SECRET and META_VERIFY_TOKEN.',
  token_unreadable: 'This server cannot open the token that it has kept. Enter it again.',
  token_refused: 'WhatsApp does not take this token: it has ended or was taken back. Enter a new one.',
  permission_missing:
    'This token may not use the account. It needs whatsapp_business_messaging and whatsapp_business_management.',
  number_unknown: 'WhatsApp knows no number with this ID, or the token may not see it. Enter the details again.',
  account_unknown: 'WhatsApp knows no account with this ID, or the token may not see it. Enter the details again.',
  number_elsewhere: 'This number belongs to another WhatsApp Business Account. Enter the details again.',
  number_taken:
    'Another restaurant on this server has connected this number. Disconnect it there first, or enter another one.',
  number_not_registered:
    'Meta has not registered this number for the WhatsApp Business Platform. Register it in WhatsApp Manager, then enter the details again.',
  account_blocked:
    'Meta has blocked this account or a payment is missing. See its Business Manager, then enter the details again.',
  access_revoked: 'Google no longer accepts the access to your calendar. Connect it again.',
  refused_otherwise: 'Meta refuses these details. Look for the reason in its Business Manager, by the code below.',
};

const qualities = { green: 'High', yellow: 'Medium', red: 'Low', unknown: 'Not rated yet' };

/** Meta's rating of the number: customers who block it or report its messages lower it. */
export const qualityLabel = (rating: Channel['quality_rating']): string | null => rating && qualities[rating];

/** What pausing, resuming or a state means, below the badge. */
export function describeChannel({ type, status, status_reason: reason }: Channel): string {
  if (reason) return reasonLabels[reason];
  if (type === 'google_calendar')
    return status === 'paused'
      ? 'Paused: reservations are not written into the calendar.'
      : 'Confirmed reservations are written into this calendar. While it has another entry that counts as busy, guests cannot book a table.';
  return status === 'paused'
    ? 'Paused: messages still arrive in Chats, and no reply is sent.'
    : 'Messages arrive in Chats, and replies are sent from there.';
}

const templateStates: Record<string, string> = {
  APPROVED: 'Approved',
  PENDING: 'In review',
  REJECTED: 'Rejected',
  PAUSED: 'Paused by Meta',
  DISABLED: 'Disabled by Meta',
};

/** An unknown state of a newer Meta is shown as it is. */
export const templateState = (status: string): string => templateStates[status] ?? status;

/** What happens when a channel is removed. */
export const removalText = ({ type }: Channel): string =>
  type === 'google_calendar'
    ? 'Galley deletes its access to the calendar. Reservations that are in it stay there, and new ones are no longer added.'
    : 'Galley deletes its token. Messages no longer arrive, and replies that are waiting are not sent. Chats stay readable. To use the number again, enter its details anew. At WhatsApp nothing changes.';

/** The text of its badge. */
export const stateLabel = ({ status, status_reason: reason }: Channel): string => {
  if (status === 'pending') return reason === 'not_in_service' ? 'Checked' : 'Checking';
  return { connected: 'Connected', paused: 'Paused', error: 'Needs attention', disconnected: 'Disconnected' }[status];
};

/** What a channel's action says of a failure besides the words for all (failure-text.ts). */
export function whyFailed({ kind, error }: Failure): string | null {
  if (kind === 'offline') return 'The server did not answer. It may have done it anyway: look at the list first.';
  return error.code === 'google_not_configured'
    ? 'Whoever runs this server has not set up Google yet (GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET).'
    : null;
}
