import type { OutboxEntry } from './db.ts';
import type { Store } from './store.ts';

/** A tap whose page went away before its transaction had ended. */
export interface RescuedMutation {
  entry: Omit<OutboxEntry, 'seq'>;
  instead: string | null;
}

interface Page {
  localStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;
  addEventListener(type: 'pagehide' | 'pageshow', listener: () => void): void;
  removeEventListener(type: 'pagehide' | 'pageshow', listener: () => void): void;
}

const PREFIX = 'galley-left-behind ';

/**
 * A transaction dies with its page, though the screen showed its tap: a switch, and a reload two milliseconds later. Local storage is
 * written at once, so what is not on the disk yet goes there while the page is left, and the next start writes it. Answers how to end it.
 */
export function rescueOnLeave(store: Store, page: Page): () => void {
  const name = rescueKeyFor(store);
  const save = () => {
    const taps = [...store.unsaved.values()].map(({ entry, instead }): RescuedMutation => ({ entry, instead }));
    if (taps.length === 0) return forget();
    // A page that starts while this one lives on writes them too.
    for (const change of store.unsaved.values()) change.isRepeat = true;
    saveForNextStart(name, taps, page);
  };
  // The page was not left after all, or came back out of the browser's cache: its own memory has them.
  const forget = () => page.localStorage.removeItem(name);
  // What the disk refuses may stay unwritten for hours, and a page can end without a word. Sealed, the next start writes it.
  store.onUnsaved = () => {
    if (store.isClosed || store.unsaved.size === 0 || store.unsavedMutations.list().length > 0) save();
  };
  page.addEventListener('pagehide', save);
  page.addEventListener('pageshow', forget);
  return () => {
    store.onUnsaved = () => undefined;
    page.removeEventListener('pagehide', save);
    page.removeEventListener('pageshow', forget);
  };
}

export const rescueKeyFor = (store: Store): string => `${PREFIX}${store.db.name} ${store.newId()}`;

/** Puts taps where the next start finds them. */
export function saveForNextStart(
  name: string,
  taps: RescuedMutation[],
  { localStorage }: Pick<Page, 'localStorage'>,
): void {
  try {
    localStorage.setItem(name, JSON.stringify(taps));
  } catch (error) {
    // This storage is full too: the page's memory is all that is left.
    console.warn('What is not stored yet has no other place either', error);
  }
}

/** What earlier pages left behind for this database; `forget` once it is written. */
export function readSavedForStart(databaseName: string, { localStorage }: Pick<Page, 'localStorage'>) {
  const names = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '').filter((name) =>
    name.startsWith(`${PREFIX}${databaseName} `),
  );
  const texts = new Map(names.map((name) => [name, localStorage.getItem(name) ?? '[]']));
  const taps = [...texts.values()].flatMap((text) => JSON.parse(text) as RescuedMutation[]);
  // A page that lives on may have put a further tap there meanwhile.
  const forget = () => {
    for (const [name, text] of texts) if (localStorage.getItem(name) === text) localStorage.removeItem(name);
  };
  return { taps: taps.sort((a, b) => (a.entry.key < b.entry.key ? -1 : 1)), forget };
}
