import { Hook } from '../platform/event.ts';

/** What an export of everything does with the rows of a table. */
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

/** A table with rows of a restaurant. `notExported`: why no export has it. */
export type RestaurantTable = ExportedTable | { notExported: string };

/** Every such table, by name. Each area names its own. */
export const restaurantTables = new Hook<readonly [name: string, table: RestaurantTable]>('tables of restaurants');

/** Those that an export contains, in the order of the file. */
export const exportedTables = (): Map<string, ExportedTable> =>
  new Map(restaurantTables.entries.flatMap(([name, table]) => ('notExported' in table ? [] : [[name, table]])));
