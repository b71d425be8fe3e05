import { tables, type Table } from '../../contract/entity.ts';
import type { SignedIn } from '../pipeline/handler.ts';
import { isLocked } from '../pipeline/kitchen-lock.ts';

/** What a session's device gets of the restaurant's rows. */
export interface View {
  tables: readonly Table[];
  /** What the PIN opened: a cursor before this version lacks rows of these tables, so the page that passes it brings them whole. */
  opened: { tables: readonly Table[]; version: number } | null;
}

/**
 * Kept from a locked session, as the calls that read them are. The other tables stay: the kitchen takes orders offline, which promotions
 * and delivery areas price, and answers chats, with saved replies (decision 015).
 */
const hidden: readonly Table[] = ['payments'];
const shown = tables.filter((table) => !hidden.includes(table));

export const everything: View = { tables, opened: null };

export function viewOf(session: SignedIn, now: Date): View {
  if (!session.kitchenMode) return everything;
  if (isLocked(session, now)) return { tables: shown, opened: null };
  return { tables, opened: { tables: hidden, version: session.kitchenMode.unlockedVersion } };
}
