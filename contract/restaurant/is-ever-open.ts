import type { OpeningHours } from './rows.ts';

/** Whether there is any opening time in the week. */
export const isEverOpen = ({ days }: Pick<OpeningHours, 'days'>): boolean =>
  days.some((day) => day.is_open && day.periods.length > 0);
