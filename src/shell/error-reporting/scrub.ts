import type { ErrorEvent, Exception } from '@sentry/browser';
import { matchRoute } from '../../../contract/routes.ts';

const MESSAGE_LENGTH = 300;

export interface ReportedPage {
  pathname: string;
  userAgent: string;
  /** The contents of the page's fields. */
  typed: readonly string[];
}

/**
 * What of a report may leave the device: the type of the error, its message without what it quotes, positions in our own code, the
 * browser, the page's route, and who was signed in. This is an allow-list, so what a later version of the client adds is dropped.
 *
 * No chat, bank number, code, token, search word or argument of a queued change gets through: no field that could contain one is
 * copied, and what looks like one is cut from messages (decision 040).
 */
export function scrub(event: ErrorEvent, page: ReportedPage): ErrorEvent {
  const { event_id, timestamp, level, environment, platform, user } = event;
  const values = event.exception?.values ?? [];
  return {
    type: undefined,
    ...(event_id && { event_id }),
    ...(timestamp && { timestamp }),
    ...(level && { level }),
    ...(environment && { environment }),
    ...(platform && { platform }),
    ...(user?.id && { user: { id: user.id, ...(user.email && { email: user.email }) } }),
    request: { url: matchRoute(page.pathname)?.path ?? 'another page', headers: { 'User-Agent': page.userAgent } },
    exception: {
      values:
        values.length > 0
          ? values.map((one) => bare(one, page.typed))
          : [{ type: 'NotAnError', value: 'What was thrown is no error' }],
    },
  };
}

const bare = ({ type, value, mechanism, stacktrace }: Exception, typed: readonly string[]): Exception => ({
  ...(type && { type }),
  value: mechanism?.synthetic ? 'What was thrown is no error' : withoutContents(withoutTyped(value ?? '', typed)),
  ...(mechanism && { mechanism: { type: mechanism.type, handled: mechanism.handled ?? false } }),
  stacktrace: {
    frames: (stacktrace?.frames ?? []).map(({ filename, function: name, lineno, colno, in_app }) => ({
      ...(filename && { filename: withoutQuery(filename) }),
      ...(name && { function: name }),
      ...(lineno !== undefined && { lineno }),
      ...(colno !== undefined && { colno }),
      ...(in_app !== undefined && { in_app }),
    })),
  },
});

const withoutQuery = (address: string) => address.replace(/[?#].*$/s, '');

/** Shorter texts occur in every message. */
const TELLING_TEXT = 3;
const TELLING_WORD = 5;

/** The message without what is being typed on the page, whole or word by word: nothing marks it as different from our own text. */
export function withoutTyped(words: string, typed: readonly string[]): string {
  const parts = typed.flatMap((text) => [
    ...(text.trim().length >= TELLING_TEXT ? [text.trim()] : []),
    ...text.split(/\s+/).filter((word) => word.length >= TELLING_WORD),
  ]);
  return parts.toSorted((a, b) => b.length - a.length).reduce((left, part) => left.replaceAll(part, '[…]'), words);
}

/**
 * The message without what it may quote: texts between quotation marks, addresses, queries, numbers of four or more digits (however
 * they are grouped), and words that mix letters and digits as tokens do.
 */
export function withoutContents(words: string): string {
  return (
    words
      .slice(0, MESSAGE_LENGTH * 10)
      .replace(/["`“”«»][^"`“”«»]*(?:["`“”«»]|$)/g, '[…]')
      // An apostrophe within a word opens no quotation.
      .replace(/(?<!\w)['‘’][^'‘’]*(?:['‘’]|$)/g, '[…]')
      .replace(/[{[][^\]}…]*:[\s\S]*/g, '{…}')
      .replace(/\S+@\S+/g, '[address]')
      .replace(/[?#]\S*/g, '')
      .replace(/(?<=\bBearer\s)\S+/gi, '[…]')
      .replace(/\+?\d(?:[\s().-]{0,2}\d){3,}/g, '[number]')
      .replace(/[\w~+/=.-]{20,}/g, (word) => (/^\S*\/assets\/[\w.-]+\.js$/.test(word) ? word : '[…]'))
      .replace(/\b(?=\w*\d)(?=\w*[a-z])\w{8,}\b/gi, '[…]')
      .slice(0, MESSAGE_LENGTH)
  );
}
