/** What an export does with the rows of a table. */
export interface ExportedTable {
  /** Columns that identify a row besides the restaurant, as SQL. Rows are read in this order. */
  key: string;
  /** Columns that stay here: secrets, and what means something on this server only. */
  leftOut?: readonly string[];
  /** Which rows; default: all that are not deleted. */
  where?: string;
  /** False: the file has the rows for the record, and an import leaves them alone. */
  isImported: boolean;
}

/**
 * Every table of a restaurant that an export contains, in the order of the file. server/account/tables.test.ts refuses a table that is
 * missing here and in `leftOutTables`, and a column whose name looks like that of a secret.
 */
export const exportedTables = {
  restaurants: { key: 'id', isImported: true },
  // The own domain has to be proved again; uploads and deletions are about this account.
  restaurant_settings: {
    key: 'name',
    where:
      "name LIKE 'website\\_%' AND name NOT IN ('website_domain', 'website_publication') OR name IN ('chatbot', 'chatbot_knowledge')",
    isImported: true,
  },
  delivery_locations: { key: 'id', isImported: true },
  menu_books: { key: 'id', isImported: true },
  menu_categories: { key: 'id', isImported: true },
  menu_items: { key: 'id', isImported: true },
  modifier_groups: { key: 'id', isImported: true },
  sold_out_periods: { key: 'id', isImported: true },
  inventory_items: { key: 'id', isImported: true },
  inventory_movements: { key: 'id', isImported: true },
  customers: { key: 'id', isImported: true },
  consent_changes: { key: 'id', isImported: true },
  promotions: { key: 'id', isImported: true },
  promotion_uses: { key: 'id', isImported: true },
  orders: { key: 'id', leftOut: ['public_token_hash'], isImported: true },
  order_ratings: { key: 'order_id', isImported: true },
  payments: { key: 'id', isImported: true },
  ledger_entries: { key: 'id', isImported: true },
  reservations: { key: 'id', leftOut: ['public_token_hash', 'calendar_event_id'], isImported: true },
  chats: { key: 'id', leftOut: ['public_token_hash'], isImported: true },
  chat_messages: {
    key: 'id',
    leftOut: ['unconfirmed_since', 'provider_message_id', 'choices', 'choice_id'],
    isImported: true,
  },
  canned_replies: { key: 'id', isImported: true },
  chat_files: { key: 'id', where: 'stored_at IS NOT NULL', isImported: true },
  notifications: { key: 'id', isImported: true },
  notification_preferences: { key: 'user_id', isImported: true },
  // Their bytes are in the file; storing them again makes the rows.
  files: { key: 'id', leftOut: ['hash'], where: 'stored_at IS NOT NULL', isImported: false },
  channels: {
    key: 'id',
    leftOut: ['token_sealed', 'token_last4', 'sync_token', 'token_expires_at'],
    isImported: false,
  },
  whatsapp_contacts: { key: 'id', isImported: false },
  calendar_events: { key: 'id', isImported: false },
  delivery_partners: {
    key: 'id',
    leftOut: ['secrets_sealed', 'api_key_last4', 'has_api_key', 'has_webhook_secret'],
    isImported: false,
  },
  checkouts: { key: 'id', leftOut: ['reference_hash', 'url'], isImported: false },
  payment_accounts: { key: 'id', leftOut: ['secret_sealed', 'secret_last4'], isImported: false },
  withdrawal_accounts: { key: 'id', leftOut: ['provider_recipient_code'], isImported: false },
  withdrawal_requests: { key: 'id', isImported: false },
  subscriptions: { key: 'id', leftOut: ['provider_customer', 'provider_reference'], isImported: false },
  subscription_invoices: { key: 'id', leftOut: ['provider_reference', 'pdf_url'], isImported: false },
} as const satisfies Record<string, ExportedTable>;

export type ExportedTableName = keyof typeof exportedTables;

/** Tables of a restaurant that no export contains, and why. */
export const leftOutTables = {
  spaces: 'the version counter of this server',
  sync_clients: 'positions of devices',
  mutation_results: 'replies to devices',
  push_subscriptions: 'addresses and keys of browsers',
  order_figures: 'derived from orders',
  hour_figures: 'derived from orders',
  month_figures: 'derived from orders',
  order_texts: 'derived from orders',
  customer_figures: 'derived from orders',
  item_figures: 'derived from orders',
  chat_sentiments: 'derived from chat_messages',
  ledger_sums: 'derived from ledger_entries',
  sign_ins: 'who signed in to this server',
  order_imports: 'files that were imported before; the orders are in the export',
  customer_imports: 'files that were imported before; the customers are in the export',
  chatbot_conversations: 'how far a customer is in the guide of a chat',
  menu_uploads: 'drafts; what was accepted is in the menu',
  menu_upload_files: 'files of drafts',
  menu_sent_files: 'files of drafts',
  whatsapp_events: 'deliveries of a connected service; the messages are in the chats',
  reconciliation_differences: 'work of the operator',
} as const;
