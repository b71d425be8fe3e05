import type { DeadLetter, OutboxEntry } from '../../data/db.ts';
import { lostFields, lostPart } from '../../data/lost-fields.ts';
import { standingWords } from '../../lib/standing-words.ts';
import { links } from '../../links.ts';
import type { Described, Refusal } from '../../ui/described.ts';
import { saveNotifications } from './mutations.ts';

/** What a save is about, and the words for its fields. Fields without words are not named. */
interface Section extends Pick<Described, 'place' | 'icon'> {
  what: string;
  href: string;
  fields?: Record<string, string>;
}

const sections: Record<string, Section> = {
  [saveNotifications.call.name]: {
    what: 'Notifications',
    place: 'Settings',
    icon: 'bell',
    href: links.settings({ tab: 'notifications' }),
    fields: {
      events: 'events',
      sound: 'sound',
      volume: 'volume',
      repeat_seconds: 'ringing',
      repeat_until_answered: 'ringing',
      quiet_hours: 'quiet hours',
      escalate_after_seconds: 'waiting time',
      weekly_report: 'weekly report',
    },
  },
};

/** Is it a save of a section that has no words of its own elsewhere? */
export const isSection = ({ call }: Pick<OutboxEntry, 'call'>): boolean => call in sections;

/** "Notifications changed: sound, volume". */
export function describeSection({ call, body }: Pick<OutboxEntry, 'call' | 'body'>): Described {
  const { what, place, icon, href, fields = {} } = sections[call]!;
  const named = namesOf(body, fields);
  return {
    title: `${what} changed${named && `: ${named}`}`,
    subject: named ? `${what}, ${named}` : what,
    place,
    icon,
    href,
  };
}

export function describeSectionRefusal(letter: DeadLetter, timezone: string, now: number): Refusal {
  const { what, href, fields = {} } = sections[letter.entry.call]!;
  const mend = { words: `Open ${what.toLowerCase()}`, href };
  if (letter.reason === 'superseded') {
    const { standing } = lostFields(letter) ?? {};
    const lost = namesOf(lostPart(letter), fields);
    const why = standing
      ? standingWords(standing, letter.entry.occurredAt, timezone, now)
      : 'Another device changed it too. What was changed last stands.';
    return {
      why: lost ? `${why} This is about: ${lost}.` : why,
      pair: null,
      restoreWords: 'Restore yours',
      keepWords: 'Keep theirs',
      mend,
    };
  }
  const [fault] = Object.values(letter.error?.field_errors ?? {});
  return {
    why: fault
      ? `The server refused it: ${fault}. Nothing has changed.`
      : 'The server refused this change. Nothing has changed.',
    pair: null,
    restoreWords: letter.error?.code === 'internal' ? 'Try again' : null,
    keepWords: 'Understood',
    mend,
  };
}

const namesOf = (body: Record<string, unknown>, fields: Record<string, string>) =>
  [...new Set(Object.keys(body).flatMap((field) => fields[field] ?? []))].join(', ');
