import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { restaurantFields, type RestaurantField } from '../../../contract/settings/edit-restaurant.ts';
import type { DeadLetter, OutboxEntry } from '../../data/db.ts';
import { lostFields, lostPart } from '../../data/lost-fields.ts';
import { isOf } from '../../data/mutation.ts';
import { standingWords } from '../../lib/standing-words.ts';
import { links } from '../../links.ts';
import type { Described, Refusal } from '../../ui/described.ts';
import { describeSection, describeSectionRefusal, isSection } from './describe-sections.ts';
import { fieldLabels } from './field-labels.ts';
import { saveAccount, saveHours, saveService } from './mutations.ts';

type Change = Pick<OutboxEntry, 'call' | 'body'>;

/** Is it a change of the restaurant's settings? */
export const isSettings = (change: Pick<OutboxEntry, 'call'>): boolean =>
  isSection(change) || [saveAccount, saveHours, saveService].some(({ call }) => isOf(call, change));

/** Describes a change of the restaurant's settings: "Contact name, tax number changed". */
export function describeSettings(change: Change): Described {
  if (isSection(change)) return describeSection(change);
  const labels = labelsOf(namedIn(change.body));
  return {
    title: `${labels} changed`,
    subject: labels,
    place: 'Settings',
    icon: 'kitchen',
    href: links.settings({ tab: tabOf(change) }),
  };
}

export function describeSettingsRefusal(deadLetter: DeadLetter, timezone: string, now: number): Refusal {
  if (isSection(deadLetter.entry)) return describeSectionRefusal(deadLetter, timezone, now);
  const theirs = deadLetter.theirs as Restaurant | null;
  if (deadLetter.reason === 'superseded' && theirs) {
    const lost = namedIn(lostPart(deadLetter));
    const { standing } = lostFields(deadLetter) ?? {};
    return {
      why: standing
        ? standingWords(standing, deadLetter.entry.occurredAt, timezone, now)
        : 'Another device changed it too. What was changed last stands.',
      pair:
        lost.length === 0
          ? null
          : {
              theirs: lost.map((field) => valueLabel(field, valueOf(theirs, field))).join(', '),
              yours: lost.map((field) => valueLabel(field, deadLetter.entry.body[field])).join(', '),
            },
      restoreLabel: 'Restore yours',
      keepLabel: 'Keep theirs',
    };
  }
  return refusedByServer(deadLetter, {
    words: 'Open the settings',
    href: links.settings({ tab: tabOf(deadLetter.entry) }),
  });
}

/** What the server refused for a reason of its own. */
export function refusedByServer({ error }: DeadLetter, mend: NonNullable<Refusal['mend']>): Refusal {
  const [fault] = Object.values(error?.field_errors ?? {});
  return {
    why: fault
      ? `The server refused it: ${fault}. Nothing has changed.`
      : 'The server refused this change. Nothing has changed.',
    pair: null,
    restoreLabel: error?.code === 'internal' ? 'Try again' : null,
    keepLabel: 'Understood',
    mend,
  };
}

const namedIn = (body: Record<string, unknown>): RestaurantField[] =>
  restaurantFields.filter((field) => body[field] !== undefined);

function labelsOf(fields: readonly RestaurantField[]): string {
  const text = fields.map((field) => fieldLabels[field].toLowerCase()).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const valueOf = (restaurant: Restaurant, field: RestaurantField): unknown =>
  field === 'days' || field === 'exceptions' || field === 'order_types'
    ? restaurant.opening_hours[field]
    : restaurant[field];

function valueLabel(field: RestaurantField, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (field === 'days') return weekLabel(value as Restaurant['opening_hours']['days']);
  if (Array.isArray(value)) return value.length === 0 ? 'none' : `${fieldLabels[field]}: ${value.length}`;
  return typeof value === 'object' ? fieldLabels[field] : `${value as string | number | boolean}`;
}

const short = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** "Mon 11:00–22:00, Tue closed": what two people who changed the week compare. */
const weekLabel = (days: Restaurant['opening_hours']['days']): string =>
  [1, 2, 3, 4, 5, 6, 0]
    .map((weekday) => {
      const day = days.find((one) => one.weekday === weekday);
      const times = day?.is_open ? day.periods.map(({ open_time, close_time }) => `${open_time}–${close_time}`) : [];
      return `${short[weekday]} ${times.join(' and ') || 'closed'}`;
    })
    .join(', ');

function tabOf(change: Pick<OutboxEntry, 'call' | 'body'>): string {
  if (isOf(saveAccount.call, change)) return 'account';
  if (isOf(saveHours.call, change)) return 'hours';
  const { body } = change;
  if (body['tax_settings'] !== undefined) return 'taxes';
  if (body['printers'] !== undefined) return 'printers';
  return body['kitchen_stations'] === undefined ? 'orders' : 'kitchen';
}
