import { currentDb } from '../data/current.ts';
import type { GalleyDb } from '../data/db.ts';
import { serverNow } from '../lib/server-now.ts';
import { session } from './session.ts';

/** The row that says since when this device prints. */
export const PRINTS_SINCE = 'since';

/** What is accepted from `at` on, ISO, is printed here. Before that, others have cooked it. */
export const printFrom = (db: GalleyDb, at: string): Promise<unknown> => db.printed.put({ key: PRINTS_SINCE, at });

/** This device prints on another printer, or on none. */
export async function choosePrinter(id: string | null): Promise<void> {
  if (id !== null) await printFrom(currentDb(), new Date(serverNow()).toISOString());
  session.printer = id;
}
