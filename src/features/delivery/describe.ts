import { locationFields } from '../../../contract/delivery/new-rows.ts';
import type { DeliveryLocation } from '../../../contract/delivery/rows.ts';
import type { DeadLetter, OutboxEntry } from '../../data/db.ts';
import { lostFields } from '../../data/lost-fields.ts';
import { isOf } from '../../data/mutation.ts';
import { standingWords } from '../../lib/standing-words.ts';
import { links } from '../../links.ts';
import type { Described, Refusal } from '../../ui/described.ts';
import { refusedByServer } from '../settings/describe.ts';
import { locationLabels } from './field-labels.ts';
import { addLocation, editLocation, removeLocation } from './mutations.ts';

/** Describes a change of a delivery location: "Riverside: fee changed". */
export function describeLocation(
  change: Pick<OutboxEntry, 'call' | 'body'>,
  location: DeliveryLocation | null,
): Described {
  const name = location?.name ?? (change.body.name as string | undefined) ?? 'A delivery location';
  const base = { place: 'Delivery locations', icon: 'delivery' as const, href: links.settings({ tab: 'delivery' }) };
  if (isOf(addLocation.call, change)) return { ...base, title: `${name} added`, subject: `${name}, add` };
  if (isOf(removeLocation.call, change)) return { ...base, title: `${name} deleted`, subject: `${name}, delete` };
  const labels = locationFields
    .filter((field) => change.body[field] !== undefined)
    .map((field) => locationLabels[field])
    .join(', ');
  return { ...base, title: `${name} changed: ${labels.toLowerCase()}`, subject: `${name}, ${labels.toLowerCase()}` };
}

export function describeLocationRefusal(deadLetter: DeadLetter, timezone: string, now: number): Refusal {
  const mend = { words: 'Open delivery locations', href: links.settings({ tab: 'delivery' }) };
  const { standing } = lostFields(deadLetter) ?? {};
  if (deadLetter.reason === 'superseded')
    return {
      why: standing
        ? standingWords(standing, deadLetter.entry.occurredAt, timezone, now)
        : 'Another device changed it too. What was changed last stands.',
      pair: null,
      restoreLabel: isOf(editLocation.call, deadLetter.entry) ? 'Restore yours' : null,
      keepLabel: 'Keep theirs',
      mend,
    };
  if (deadLetter.error?.code === 'not_found')
    return { why: 'It was deleted before this arrived.', pair: null, restoreLabel: null, keepLabel: 'Understood' };
  return refusedByServer(deadLetter, mend);
}
