import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

/** Drizzle on one connection inside the tenant's transaction: the tenant role, app.restaurant_id set. */
export type Tx = NodePgDatabase;
/** Drizzle with the role of accounts: account tables, and INSERT on restaurants and spaces. */
export type AccountsDb = NodePgDatabase;
