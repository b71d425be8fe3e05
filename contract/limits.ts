/** Default size of a table's page (specification, section 9). */
export const PAGE_SIZE = 15;
/** Largest page that a list answers. */
export const PAGE_LIMIT_MAX = 100;
/** Menu item listing (specification, section 9). */
export const MENU_LIMIT = 100;
/** Menu item search (specification, section 9). */
export const ITEM_SEARCH_LIMIT = 10;
/** Largest JSON body of a form (sign-in, contact, chat, settings), bytes. */
export const FORM_BYTES = 16 * 1024;
/** Largest JSON body of a change to orders, the menu and customers, bytes. */
export const MUTATION_BYTES = 128 * 1024;
/** Newest orders that a device keeps beside the open ones (decisions). */
export const MIRROR_ORDERS = 50_000;
/** A device with fewer has every one: it has never dropped any. */
export const MIRROR_ORDERS_SURE = MIRROR_ORDERS * 0.9;
/** Newest chat messages, and notifications, that a device loads at first. */
export const MIRROR_MESSAGES = 10_000;
export const MIRROR_NOTIFICATIONS = 1000;
/** Entries, and bytes, of one push. */
export const PUSH_ENTRIES = 50;
export const PUSH_BYTES = 256 * 1024;
/** Rows of one page of a snapshot or pull. */
export const PULL_ROWS = 500;
/** Rows that an importer or bulk edit commits in one version. */
export const ROWS_PER_VERSION = 500;
/** Rows whose words one comparison of a mirror with the server looks at. */
export const COMPARE_ROWS = 1000;
/** A request of the sync worker counts as unanswered after this time, ms. */
export const ANSWER_WAIT_MS = 30_000;
/** Defaults of section 9 for the currency. */
export const DEFAULT_CURRENCY = 'GBP';
/** Completed orders may be recalled for this long, ms. */
export const RECALL_WINDOW_MS = 15 * 60_000;
/** Listing of customers (specification, section 9). */
export const CUSTOMERS_LIMIT = 100;
/** A reply that waited for longer than this asks before it goes, ms. */
export const REPLY_FRESH_MS = 60 * 60_000;
/** An order that no device has acknowledged after this time raises the alarm, ms (data dictionary, section 16). */
export const ESCALATE_AFTER_MS = 70_000;
/** Largest sum of money, minor units. */
export const AMOUNT_MAX = 1_000_000_000_000;
/** Lines of one order. */
export const ORDER_LINES_MAX = 200;

/** Signs of a password; no rule on their kind. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 200;
export const EMAIL_MAX = 254;
export const RESTAURANT_NAME_MAX = 120;
export const ADDRESS_MAX = 300;
export const CITY_MAX = 120;
export const POSTAL_CODE_MAX = 20;
export const PHONE_MAX = 40;

/** How long a mailed code lives, and how long after it the next may be asked for. */
export const CODE_LIFE_MINUTES = 10;
export const CODE_PAUSE_SECONDS = 60;
/** Devices that one account may have signed in. */
export const SESSIONS_MAX = 50;
/** What a device is called. */
export const DEVICE_NAME_MAX = 60;
/** The page to come back to, where a call carries it. */
export const NEXT_MAX = 500;
