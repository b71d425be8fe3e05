interface Waiting {
  who: string;
  begin: () => void;
}

/**
 * Heavy work, `atOnce` pieces at a time in each process. Who had a turn least recently is next, so that many pieces of one restaurant make
 * another's wait for one of them only.
 */
export class Turns {
  readonly #atOnce: number;
  readonly #waiting: Waiting[] = [];
  /** By who: the number of their last turn. */
  readonly #last = new Map<string, number>();
  #running = 0;
  #count = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  async run<T>(who: string, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      this.#waiting.push({ who, begin });
      this.#next();
    });
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#next();
    }
  }

  #next(): void {
    if (this.#running >= this.#atOnce || this.#waiting.length === 0) return;
    const turnOf = ({ who }: Waiting) => this.#last.get(who) ?? 0;
    const next = this.#waiting.reduce((first, one) => (turnOf(one) < turnOf(first) ? one : first));
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#running += 1;
    this.#last.set(next.who, (this.#count += 1));
    // Who has nothing left is forgotten when all is done.
    if (this.#waiting.length === 0 && this.#last.size > FORGET) this.#last.clear();
    next.begin();
  }
}

const FORGET = 1000;
