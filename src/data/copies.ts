import type { OutboxEntry } from './db.ts';

/** A mutation as the second place keeps it. */
export interface MutationCopy {
  entry: Omit<OutboxEntry, 'seq'>;
  instead: string | null;
}

/**
 * A second place for the mutations that the server does not have. Browsers delete databases, and a transaction dies with its page. Local
 * storage survives both, and it is synchronous: the copy is there before the screen shows the mutation. Copies belong to a database, so
 * nobody but its owner reads them.
 */
export interface Copies {
  /** False: there is no room. */
  put(copy: MutationCopy): boolean;
  remove(key: string): void;
  /** In the order in which the mutations were made. */
  read(): MutationCopy[];
  /** For a database that is deleted on purpose. */
  forget(): void;
}

type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const PREFIX = 'galley-left-behind ';
/** Local storage takes five million characters, and everything else that is kept there needs some. */
const BOUND = { copies: 200, characters: 1_000_000 };

/** Uses local storage, which all tabs share. Without it there are no copies. */
export function keepCopies(databaseName: string, memory: Memory | null): Copies {
  const prefix = `${PREFIX}${databaseName} `;
  const names = () =>
    Array.from({ length: memory?.length ?? 0 }, (_, i) => memory?.key(i) ?? '').filter((name) =>
      name.startsWith(prefix),
    );
  const textOf = (name: string) => memory?.getItem(name) ?? '[]';
  const listOf = (name: string) => JSON.parse(textOf(name)) as MutationCopy[];
  return {
    put(copy) {
      const name = prefix + copy.entry.key;
      const text = JSON.stringify([copy]);
      try {
        const known = memory?.getItem(name);
        if (known === text) return true;
        const all = names();
        const characters = all.reduce((sum, each) => sum + textOf(each).length, text.length);
        if (!memory || (!known && all.length >= BOUND.copies) || characters > BOUND.characters) return false;
        memory.setItem(name, text);
        return true;
      } catch {
        // Local storage is full. What has no copy is counted (session/local-copy.ts).
        return false;
      }
    },
    remove(key) {
      // An earlier version of the app kept several mutations under one name.
      for (const name of names().filter((each) => textOf(each).includes(key))) {
        const left = listOf(name).filter(({ entry }) => entry.key !== key);
        if (left.length > 0) memory?.setItem(name, JSON.stringify(left));
        else memory?.removeItem(name);
      }
    },
    read: () =>
      names()
        .flatMap(listOf)
        .sort((a, b) => (a.entry.key < b.entry.key ? -1 : 1)),
    forget: () => names().forEach((name) => memory?.removeItem(name)),
  };
}
