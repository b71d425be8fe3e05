import type { Say } from '../../../../api/failure-text.ts';

/** What is said of a passkey's failure besides the words for all. */
export const whyFailed: Say = ({ error }) =>
  ({
    two_factor_needed: 'Enter a code of the app, or a recovery code.',
    passkey_expired: 'That took too long. Try again.',
  })[error.code];
