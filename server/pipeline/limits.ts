import { latestEndMs, type Limit } from '../db/rate-limits.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Limits of attempts. Limits per account are strict and hold wherever attempts come from. Limits per IP address stop one machine from
 * trying many accounts; they are higher because a whole street of restaurants may share one address (mobile networks), as does a test run.
 * All count the same whether or not the account exists.
 */
export const limits = {
  loginByAccount: { name: 'login', max: 10, windowMs: 15 * MINUTE },
  /**
   * Sign-in requests, whatever their result, counted before they are read. Higher than loginByIp, which does not apply to known devices.
   */
  loginRequestsByIp: { name: 'login-requests-ip', max: 1000, windowMs: 15 * MINUTE },
  loginByIp: { name: 'login-ip', max: 100, windowMs: 15 * MINUTE },
  /** For a device that was signed in before; counted separately from the two above. */
  loginByDevice: { name: 'login-device', max: 10, windowMs: 15 * MINUTE },
  /** Codes of two-factor sign-in, after the right password: a million codes, three of which are valid at a time. */
  secondFactor: { name: 'second-factor', max: 8, windowMs: 15 * MINUTE },
  secondFactorByDay: { name: 'second-factor-day', max: 50, windowMs: 24 * HOUR },
  /** Sign-ins with a passkey that failed. Counted for each passkey, whether or not it is known. */
  passkeyByIp: { name: 'passkey-ip', max: 100, windowMs: 15 * MINUTE },
  passkeyByCredential: { name: 'passkey', max: 10, windowMs: 15 * MINUTE },
  registerByIp: { name: 'register-ip', max: 500, windowMs: HOUR },
  /** Repeated sign-ups whose answer was lost. They are recognised by their password, so these are guesses, too. */
  againByAccount: { name: 'register-again', max: 10, windowMs: 15 * MINUTE },
  /** Mails "you have an account already". Beyond the limit, register answers the same and sends no mail. */
  addressInUseMails: { name: 'taken', max: 5, windowMs: HOUR },
  codePause: { name: 'code-pause', max: 1, windowMs: MINUTE },
  codesByAccount: { name: 'codes', max: 5, windowMs: HOUR },
  codesByIp: { name: 'codes-ip', max: 200, windowMs: HOUR },
  /** Wrong attempts on the newest code; the window is the code's lifetime. */
  codeTries: { name: 'code-tries', max: 5, windowMs: 10 * MINUTE },
  codeTriesByIp: { name: 'code-tries-ip', max: 300, windowMs: HOUR },
  linksByAccount: { name: 'links', max: 5, windowMs: HOUR },
  linksByIp: { name: 'links-ip', max: 100, windowMs: HOUR },
  /** Wrong PINs of one tablet in kitchen mode: a few at a time, and not many a day. The owner's password is the alternative. */
  pinTries: { name: 'pin', max: 5, windowMs: 15 * MINUTE },
  pinTriesByDay: { name: 'pin-day', max: 20, windowMs: 24 * HOUR },
  /** Test notifications of a session. */
  pushTests: { name: 'push-tests', max: 5, windowMs: MINUTE },
  /** Tests of one's own notifications. */
  notificationTests: { name: 'notification-tests', max: 5, windowMs: MINUTE },
  /** One mail about one thing to one person (server/notifications/send-once.ts); longer than a job is tried again. */
  oneMail: { name: 'one-mail', max: 1, windowMs: 24 * HOUR },
  /** Entered channel details, each of which calls the channel's service. */
  channelEntries: { name: 'channel-entries', max: 30, windowMs: HOUR },
  /** Bank accounts that are looked up or registered at a payment provider: they tell a stranger's name. */
  bankAccountChecks: { name: 'bank-account-checks', max: 30, windowMs: HOUR },
  /** Domains that a restaurant looks up, each of which may ask a registry or a name server. */
  domainChecks: { name: 'domain-checks', max: 60, windowMs: HOUR },
  /** Exports of everything, each of which reads the whole restaurant; and imports of such files. */
  dataExports: { name: 'data-exports', max: 10, windowMs: HOUR },
  dataImports: { name: 'data-imports', max: 20, windowMs: HOUR },
  /** Files that a restaurant sends to be read: past orders and customers. */
  fileReads: { name: 'file-reads', max: 60, windowMs: 10 * MINUTE },
  /** Error reports: for a street of restaurants behind one address, on a bad evening. */
  reportsByIp: { name: 'reports-ip', max: 300, windowMs: HOUR },
  /** Returns from a provider, each of which calls the provider. */
  providerReturnsByIp: { name: 'provider-returns-ip', max: 300, windowMs: HOUR },
  /** Invalid one-time codes of such returns. */
  providerCodesByIp: { name: 'provider-codes-ip', max: 100, windowMs: HOUR },
  /** Messages of the contact form. */
  contactByIp: { name: 'contact-ip', max: 10, windowMs: 10 * MINUTE },
  /** Invitations that a restaurant mails, and that one address gets, whoever sends them: nobody is flooded through this server. */
  invitationsByHour: { name: 'invitations', max: 40, windowMs: HOUR },
  invitationsByDay: { name: 'invitations-day', max: 200, windowMs: 24 * HOUR },
  invitationsByAddress: { name: 'invitations-address', max: 10, windowMs: 24 * HOUR },
  /** Links of invitations that are opened or accepted; a screen opens one several times. */
  invitationTriesByIp: { name: 'invitation-tries-ip', max: 200, windowMs: HOUR },
  linkTriesByIp: { name: 'link-tries-ip', max: 100, windowMs: HOUR },
} as const satisfies Record<string, Limit>;

/** The end of every window that began under a right clock is at most this far away. */
export const LATEST_END_HOURS =
  latestEndMs({ windowMs: Math.max(...Object.values(limits).map(({ windowMs }) => windowMs)) }) / HOUR;
