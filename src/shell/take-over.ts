/** What the take-over needs of the browser. */
export interface Host {
  /** The newer build that is installed and not yet in charge; null: there is none. */
  waiting(): object | null;
  /** Is one being installed at this moment? */
  isInstalling(): boolean;
  /** Tells the build that waits to take charge. */
  skipWaiting(): void;
  /** Looks for a newer build at the server; resolves when the answer is known, whatever it is. */
  check(): Promise<void>;
  /**
   * Is this page of the build that is in charge of it, or of the one that a reload would bring? Null: there is none, or it does not know
   * the question.
   */
  isOwn(of: 'in_charge' | 'next'): Promise<boolean | null>;
  /** Resolves when nothing stands against a reload: no tap on its way to the disk, no open dialog, no busy kitchen. */
  free(): Promise<void>;
  reload(): void;
  after(ms: number, task: () => void): void;
  now(): number;
  /** Lives as long as the tab, over reloads. */
  memory: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

export type Offer =
  | 'none'
  /** A newer build waits for the person's word. */
  | 'ready'
  /** The word was given; the page reloads when the newer build is in charge. */
  | 'asked';

export interface TakeOver {
  /** Something about the registration has changed, or the page begins. */
  look(): void;
  /** Another build is in charge now: this tab asked for it, or another one did. `isFirst`: nobody was in charge before. */
  changed(isFirst: boolean): void;
  /** The person's word: reloads into the newest build that there is. */
  use(): void;
}

const AGAIN_MS = 500;
/**
 * A word may be lost with a worker that is ended before it hears it. Long enough for a worker that has nothing to do to be ended (30 s):
 * only a worker that is started anew by the word makes Chrome look again whether the old one can leave.
 */
const TELL_AGAIN_MS = 45_000;
const KEY = 'galley:asked-for-update';
/** A word older than that is asked for again: the person has moved on. */
const GOOD_FOR_MS = 5 * 60_000;

/**
 * Brings the build that waits into charge, and the page into it. The page reloads only when the newer build is in charge, never by the
 * clock: a reload before that would load the old build again. The old one leaves when its events have ended, which may take minutes, and
 * a newer build may take the place of the one that waits; so the word is kept until it is done, over a reload by hand too.
 */
export function makeTakeOver(host: Host, offer: (offer: Offer) => void): TakeOver {
  const wasAskedAt = Number(host.memory.getItem(KEY) ?? 0);
  let isAsked = wasAskedAt > 0 && host.now() - wasAskedAt < GOOD_FOR_MS;
  let isBehind = false;
  let isLeaving = false;
  let isTicking = false;

  let told: { build: object; at: number } | null = null;

  const isComing = () => host.waiting() !== null || host.isInstalling();

  function look(): void {
    if (isLeaving) return;
    if (isAsked) return void pursue();
    offer(isBehind || host.waiting() ? 'ready' : 'none');
  }

  /** The word was given: on with it, until the newer build is in charge or has turned out not to come. */
  async function pursue(): Promise<void> {
    offer('asked');
    tell();
    // Between waiting and in charge there is a moment in which it is neither, and only the build itself can tell.
    if (!isBehind && !isComing()) isBehind = (await host.isOwn('next')) === false;
    if (isLeaving || !isAsked) return;
    if (isBehind) return leave();
    if (isComing()) return again();
    forget();
    look();
  }

  function tell(): void {
    const build = host.waiting();
    if (!build || (told?.build === build && host.now() - told.at < TELL_AGAIN_MS)) return;
    told = { build, at: host.now() };
    host.skipWaiting();
  }

  /** One timer at a time, however often something changes. */
  function again(): void {
    if (isTicking) return;
    isTicking = true;
    host.after(AGAIN_MS, () => {
      isTicking = false;
      look();
    });
  }

  async function leave(): Promise<void> {
    isLeaving = true;
    await host.free();
    forget();
    host.reload();
  }

  function forget(): void {
    isAsked = false;
    host.memory.removeItem(KEY);
  }

  /** The page may have begun under one build and stand under the next one before it could hear of it. */
  async function compare(ifUnknown: boolean): Promise<void> {
    const isOwn = await host.isOwn('in_charge');
    isBehind = isOwn === null ? ifUnknown : !isOwn;
    look();
  }

  void compare(false);

  return {
    look,
    changed(isFirst) {
      if (!isAsked) return void compare(!isFirst);
      isBehind ||= !isFirst;
      look();
    },
    use() {
      if (isAsked) return;
      isAsked = true;
      host.memory.setItem(KEY, String(host.now()));
      offer('asked');
      if (isBehind || isComing()) return look();
      // Asked for by a page that the server or the database calls too old, before the browser has heard of a newer build.
      void host.check().then(() => (isBehind || isComing() ? look() : leave()));
    },
  };
}
