import { toCsv, type CsvColumn } from '../../../../contract/csv.ts';
import type { Change } from '../../../../contract/people/calls.ts';
import { roles } from '../../../../contract/people/permissions.ts';
import { timeColumns, type RestaurantClock } from '../../../../contract/restaurant/time-columns.ts';
import { areaLabel } from './labels.ts';
import { approverLabel, wordsOf, type Said } from './words.ts';

const columns = (clock: RestaurantClock, said: Said): CsvColumn<Change>[] => [
  ...timeColumns<Change>('Done', ({ occurred_at }) => occurred_at, clock),
  ...timeColumns<Change>('Arrived', ({ at }) => at, clock),
  ['Person', ({ person }) => person.name],
  ['Role', ({ person }) => roles[person.role].label],
  ['Approved by', (change) => approverLabel(change) ?? ''],
  ['Device', ({ device_name }) => device_name ?? ''],
  ['Area', ({ call }) => areaLabel(call)],
  ['What', (change) => wordsOf(change, said).title],
];

/** What people changed as CSV: one row for each change. */
export const changesCsv = (changes: readonly Change[], said: Said): string =>
  toCsv(columns(said.restaurant, said), changes);
