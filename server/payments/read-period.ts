import { readDateRange } from '../pipeline/date-range.ts';
import { refuse, Refusal } from '../pipeline/handler.ts';

const DAYS_MAX = 366;

/** The instants of a report's business days: from included, to excluded. */
export function readPeriod(
  { from, to }: { from: string; to: string },
  restaurant: Parameters<typeof readDateRange>[1],
): { from: string; to: string } | Refusal {
  const range = readDateRange(`${from}..${to}`, restaurant);
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  if (!range || range instanceof Refusal || days >= DAYS_MAX)
    return refuse('invalid_fields', { field_errors: { to: `Not a period of at most ${DAYS_MAX} days` } });
  return range;
}
