import type { WithdrawalAccount, WithdrawalRequest } from '../../../../contract/withdrawals/rows.ts';
import type { Say } from '../../../api/failure-text.ts';
import type { Failure } from '../../../api/send.ts';

export const statusLabels: Record<WithdrawalRequest['status'], string> = {
  pending: 'Waiting to be sent',
  processing: 'On its way',
  paid: 'Paid',
  failed: 'Failed',
  cancelled: 'Cancelled',
  reversed: 'Sent back',
};

const failureLabels: Record<NonNullable<WithdrawalRequest['failure_code']>, string> = {
  account_closed: 'The account is closed.',
  account_frozen: 'The account is blocked.',
  invalid_account: 'The bank does not know the account.',
  name_mismatch: 'The holder’s name differs.',
  insufficient_funds: 'The provider does not have the money yet.',
  provider_error: 'The provider could not send it.',
};

/** Why money came back: in our words, and in the provider's. */
export const whyFailed = ({ failure_code, failure_message }: WithdrawalRequest): string | null =>
  failure_code && [failureLabels[failure_code], failure_message].filter(Boolean).join(' ');

export const accountStatusLabels: Record<WithdrawalAccount['status'], string> = {
  verified: 'Verified',
  pending_verification: 'Not verified: the first payout shows whether it is right',
  rejected: 'Rejected',
  disabled: 'Disabled',
};

/** "Harbour Bank …4471" */
export const accountLabel = ({ bank_name, account_number_last4 }: WithdrawalAccount): string =>
  `${bank_name || 'Account'} …${account_number_last4}`;

/** It goes below the password. */
export const isOfPassword = ({ error }: Failure): boolean =>
  ['wrong_credentials', 'password_not_set', 'too_many'].includes(error.code);

/** Money may be on its way although no answer came. */
export const whyRefused: Say = ({ kind }) =>
  kind === 'offline' ? 'The server did not answer. Look here again before you repeat it.' : null;
