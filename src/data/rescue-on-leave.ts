import type { OutboxEntry } from './db.ts';
import type { Store } from './store.ts';

/** A mutation whose page was left before its transaction ended. */
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
 * A transaction dies with its page although the screen showed its mutation. Local storage is synchronous, so unsaved mutations are written
 * there when the page is left, and the next start stores them. Returns a function to stop.
 */
export function rescueOnLeave(store: Store, page: Page): () => void {
  const name = rescueKeyFor(store);
  const save = () => {
    const taps = [...store.unsaved.values()].map(({ entry, instead }): RescuedMutation => ({ entry, instead }));
    if (taps.length === 0) return forget();
    // A page that starts while this one lives on stores them, too.
    for (const change of store.unsaved.values()) change.isRepeat = true;
    saveForNextStart(name, taps, page);
  };
  // The page was not left, or came back from the page cache: its memory has them.
  const forget = () => page.localStorage.removeItem(name);
  // A full disk may refuse mutations for hours, and a page can end without an event. After sealing, the next start stores them.
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

/** Writes mutations where the next start finds them. */
export function saveForNextStart(
  name: string,
  taps: RescuedMutation[],
  { localStorage }: Pick<Page, 'localStorage'>,
): void {
  try {
    localStorage.setItem(name, JSON.stringify(taps));
  } catch (error) {
    // Local storage is full as well; only the page's memory has them.
    console.warn('What is not stored yet has no other place either', error);
  }
}

/** Mutations that earlier pages saved for this database. Call `forget` once they are stored. */
export function readSavedForStart(databaseName: string, { localStorage }: Pick<Page, 'localStorage'>) {
  const names = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '').filter((name) =>
    name.startsWith(`${PREFIX}${databaseName} `),
  );
  const texts = new Map(names.map((name) => [name, localStorage.getItem(name) ?? '[]']));
  const taps = [...texts.values()].flatMap((text) => JSON.parse(text) as RescuedMutation[]);
  // A living page may have added a mutation meanwhile.
  const forget = () => {
    for (const [name, text] of texts) if (localStorage.getItem(name) === text) localStorage.removeItem(name);
  };
  return { taps: taps.sort((a, b) => (a.entry.key < b.entry.key ? -1 : 1)), forget };
}
