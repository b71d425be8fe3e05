/** What a later area adds to an earlier one. It counts once the list of areas (server/areas.ts) has been read. */
export interface Addition {
  connect(): void;
}

const waiting = new Set<{ open(): void }>();

/** Puts every addition in its place, in the order of the areas. From then on those places may be read. */
export function connect(additions: readonly Addition[]): void {
  for (const addition of additions) addition.connect();
  for (const hook of waiting) hook.open();
  waiting.clear();
}

/** A place in an area for what later areas know. Whatever reads it needs all of them. */
export class Hook<T> {
  readonly #name: string;
  readonly #entries: T[] = [];
  #isOpen = false;

  constructor(name: string) {
    this.#name = name;
    waiting.add({ open: () => (this.#isOpen = true) });
  }

  add(entry: T): Addition {
    return { connect: () => void this.#entries.push(entry) };
  }

  get entries(): readonly T[] {
    if (!this.#isOpen) throw new Error(`${this.#name} needs what later areas add: import server/areas.ts`);
    return this.#entries;
  }
}

/**
 * Something that happens in an area and has to cause something in later ones, in the same transaction. Subscribers run one after the other,
 * in the order of their areas; an error of one undoes all. `Answer`: what the event asks of them, such as a refusal.
 */
export class Event<Args extends readonly unknown[], Answer = void> {
  readonly #subscribers: Hook<(...args: Args) => Promise<Answer>>;

  constructor(name: string) {
    this.#subscribers = new Hook(name);
  }

  on(subscriber: (...args: Args) => Promise<Answer>): Addition {
    return this.#subscribers.add(subscriber);
  }

  async emit(...args: Args): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (const subscriber of this.#subscribers.entries) answers.push(await subscriber(...args));
    return answers;
  }
}
