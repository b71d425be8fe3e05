/** The browser functions that the update needs. */
export interface Host {
  /** The newer build that is installed and not in control; null: there is none. */
  waiting(): object | null;
  /** Whether one is being installed at this moment. */
  isInstalling(): boolean;
  /** Tells the waiting build to take control. */
  skipWaiting(): void;
  /** Checks the server for a newer build; resolves when the answer is known, whatever it is. */
  check(): Promise<void>;
  /**
   * Whether this page is of the build that controls it, or of the one that a reload would bring. Null: there is none, or it does not
   * know the question.
   */
  isOwn(of: 'in_charge' | 'next'): Promise<boolean | null>;
  /** Resolves when nothing prevents a reload: no unstored mutation, no open dialog, no busy kitchen. */
  free(): Promise<void>;
  reload(): void;
  after(ms: number, task: () => void): void;
  now(): number;
  /** Lives as long as the tab, across reloads. */
  memory: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

export type Offer =
  | 'none'
  /** A newer build waits for the person's consent. */
  | 'ready'
  /** The person has asked for it; the page reloads when the newer build is in control. */
  | 'asked';

export interface TakeOver {
  /** Called when the registration changes and when the page starts. */
  look(): void;
  /** Another build is in control now: this tab asked for it, or another one did. `isFirst`: there was none before. */
  changed(isFirst: boolean): void;
  /** The person asks for it: reloads into the newest build. */
  use(): void;
}

const AGAIN_MS = 500;
/**
 * The message to a worker may be lost when the worker is stopped first. Longer than an idle worker lives (30 s), because only a
 * worker that is started by the message makes Chromium check again whether the old one can go.
 */
const TELL_AGAIN_MS = 45_000;
const KEY = 'galley:asked-for-update';
/** An older request must be repeated: the person has moved on. */
const GOOD_FOR_MS = 5 * 60_000;

/**
 * Gives control to the waiting build, then reloads the page into it. The page reloads only when the newer build is in control, never
 * after a fixed time: an earlier reload would load the old build again. The old build goes when its events have ended, which may
 * take minutes, and a newer build may replace the waiting one. So the request is remembered until it is done, across manual reloads
 * too.
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

  /** Continues after the request until the newer build is in control or has turned out not to come. */
  async function pursue(): Promise<void> {
    offer('asked');
    tell();
    // Between waiting and in control there is a moment in which it is neither, and only the build itself can tell.
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

  /** Keeps a single timer, however often something changes. */
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

  /** The page may have started under one build and be under the next before it could hear of it. */
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
      // Called by a page that the server or the database calls too old, before the browser knows of a newer build.
      void host.check().then(() => (isBehind || isComing() ? look() : leave()));
    },
  };
}
