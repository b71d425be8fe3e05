import { keepAnswer, keptAnswer } from '../../session/kept-answers.ts';

const NAME = 'opened-by-search';
const KEPT = 20;

/** The keys of what was opened from the search, the oldest first. Forgotten at logout. */
export function recentlyOpened(): string[] {
  const kept = keptAnswer(NAME);
  return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string').slice(-KEPT) : [];
}

export function noteOpened(key: string): void {
  keepAnswer(NAME, [...recentlyOpened().filter((one) => one !== key), key].slice(-KEPT));
}
