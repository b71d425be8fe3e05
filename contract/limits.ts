/** Default size of a table's page. */
export const PAGE_SIZE = 15;
/** Largest page of a list. */
export const PAGE_LIMIT_MAX = 100;
/** Menu item listing. */
export const MENU_LIMIT = 100;
/** Menu item search. */
export const ITEM_SEARCH_LIMIT = 10;
/** Largest JSON body of a form (sign-in, contact, chat, settings), bytes. */
export const FORM_BYTES = 16 * 1024;
/** Largest JSON body of a change to orders, the menu and customers, bytes. */
export const MUTATION_BYTES = 128 * 1024;
/** Number of newest orders that a device keeps besides the open ones. */
export const MIRROR_ORDERS = 50_000;
/** A device with fewer has all of them, as it has never dropped any. */
export const MIRROR_ORDERS_SURE = MIRROR_ORDERS * 0.9;
/** Newest chat messages, and notifications, of a first load. */
export const MIRROR_MESSAGES = 10_000;
export const MIRROR_NOTIFICATIONS = 1000;
/** Newest payments that a device keeps: about two months of a busy restaurant. */
export const MIRROR_PAYMENTS = 5000;
/** Entries and bytes of one push. */
export const PUSH_ENTRIES = 50;
export const PUSH_BYTES = 256 * 1024;
/** Rows per page of a snapshot or pull. */
export const PULL_ROWS = 500;
/** Rows that an import or bulk edit commits per version. */
export const ROWS_PER_VERSION = 500;
/** Rows whose content one comparison of the mirror checks. */
export const COMPARE_ROWS = 1000;
/** A request of the sync worker counts as unanswered after this time, ms. */
export const ANSWER_WAIT_MS = 30_000;
/** Default currency (section 9). */
export const DEFAULT_CURRENCY = 'GBP';
/** How long completed orders may be recalled, ms. */
export const RECALL_WINDOW_MS = 15 * 60_000;
/** Listing of customers. */
export const CUSTOMERS_LIMIT = 100;
/** A reply that waited longer needs confirmation, ms. */
export const REPLY_FRESH_MS = 60 * 60_000;
/** An order not acknowledged by any device after this time raises the alarm, ms. */
export const ESCALATE_AFTER_MS = 70_000;
/** Largest sum of money, minor units. */
export const AMOUNT_MAX = 1_000_000_000_000;
/** Lines of one order. */
export const ORDER_LINES_MAX = 200;

/** Length of a password, of any characters. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 200;
export const EMAIL_MAX = 254;
export const RESTAURANT_NAME_MAX = 120;
/** Of a person, as the restaurant calls them. */
export const PERSON_NAME_MAX = 80;
/** Who belongs to a restaurant or is invited to; restaurants that a person belongs to, beyond which they add none. */
export const PEOPLE_MAX = 200;
export const RESTAURANTS_MAX = 20;
/** How long the link of an invitation is valid. */
export const INVITATION_DAYS = 7;
export const ADDRESS_MAX = 300;
export const CITY_MAX = 120;
export const POSTAL_CODE_MAX = 20;
export const PHONE_MAX = 40;
/** A customer's numbers in one text. */
export const PHONES_MAX = 200;

/** How long a mailed code is valid, and how long until the next may be requested. */
export const CODE_LIFE_MINUTES = 10;
export const CODE_PAUSE_SECONDS = 60;
/** Signed-in devices per account. */
export const SESSIONS_MAX = 50;
/** Passkeys per account, and the length of their names. */
export const PASSKEYS_MAX = 20;
/** Entries of an account's login history: half of them may be failures. */
export const SIGN_INS_MAX = 50;
export const PASSKEY_NAME_MAX = 60;
/** Length of a device's name. */
export const DEVICE_NAME_MAX = 60;
/** Length of the page to return to, in calls that have it. */
export const NEXT_MAX = 500;
