import { faultsOfHours } from '../../../contract/restaurant/check-hours.ts';
import type { OpeningHours } from '../../../contract/restaurant/rows.ts';

/** What is wrong with typed hours, by field: times that are missing, then what the server would refuse. */
export function faultsOfTimes(hours: OpeningHours): Record<string, string> {
  const faults: Record<string, string> = {};
  const check = (
    name: string,
    { is_open, periods }: OpeningHours['days'][number] | OpeningHours['exceptions'][number],
  ) => {
    if (is_open && periods.some(({ open_time, close_time }) => open_time === '' || close_time === ''))
      faults[name] = 'Enter both times';
  };
  for (const [before, one] of [['', hours], ...Object.entries(hours.order_types ?? {})] as const) {
    const prefix = before === '' ? '' : `order_types.${before}.`;
    for (const [at, day] of (one?.days ?? []).entries()) check(`${prefix}days.${at}`, day);
    for (const [at, day] of (one?.exceptions ?? []).entries()) {
      check(`${prefix}exceptions.${at}`, day);
      if (day.date === '') faults[`${prefix}exceptions.${at}`] = 'Choose a date';
    }
  }
  return Object.keys(faults).length > 0 ? faults : (faultsOfHours(hours) ?? {});
}
