import { constants, inflateSync } from 'node:zlib';
import { LONGEST_WAIT_MS } from '../support/waits.ts';

/** A browser that is not Chromium, on a profile that outlives it. Firefox and WebKit are driven by the same few words. */
export interface Browser {
  /** With its version. */
  readonly name: string;
  /** Uncaught errors, console errors and breaches of the content policy of its pages so far. */
  problems(): Promise<string[]>;
  navigate(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Back (-1) or forward (1) in the history of the tab. */
  traverse(by: -1 | 1): Promise<void>;
  /** Runs `fn` in the page and waits for its promise. Arguments and result are JSON. */
  evaluate<A extends unknown[], T>(fn: (...args: A) => T | Promise<T>, ...args: A): Promise<T>;
  /** The actions of WebDriver, which WebDriver BiDi has taken over as they are. */
  perform(sources: ActionSource[]): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** Has the page call window.print() by `press`; answers how wide each printed page is, mm. */
  print(press: () => Promise<void>): Promise<number[]>;
  /** Opens another tab, which the following calls are about. */
  openTab(): Promise<string>;
  /** The tab that the calls are about. */
  tab(): string;
  switchTo(tab: string): Promise<void>;
  closeTab(): Promise<void>;
  /** Closes it as a person does. */
  quit(): Promise<void>;
  /** Ends all of its processes at once, as when the battery is taken out. */
  kill(): Promise<void>;
}

export interface BrowserOptions {
  /** Folder of the profile. */
  profile: string;
  width: number;
  height: number;
}

export type OpenBrowser = (options: BrowserOptions) => Promise<Browser>;

export type ActionSource =
  | { type: 'pointer'; id: string; actions: PointerAction[] }
  | { type: 'key'; id: string; actions: KeyAction[] };

type PointerAction =
  | { type: 'pointerMove'; x: number; y: number; duration?: number }
  | { type: 'pointerDown' | 'pointerUp'; button: number };

interface KeyAction {
  type: 'keyDown' | 'keyUp';
  value: string;
}

/** Waits for `check`, which is asked again until it answers something else than null or false. */
export async function until<T>(
  what: string,
  check: () => Promise<T | null | false>,
  timeoutMs = LONGEST_WAIT_MS,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const found = await check();
    if (found !== null && found !== false) return found;
    if (Date.now() > end) throw new Error(`Not within ${timeoutMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** How wide each page of a PDF is, mm. */
export function pageWidths(file: Buffer): number[] {
  const text = file.toString('latin1');
  // The pages may be described in compressed parts.
  const parts = [...text.matchAll(/stream\r?\n([\s\S]*?)endstream/g)].map(([, part]) =>
    inflate(Buffer.from(part!, 'latin1')),
  );
  const boxes = [text, ...parts].flatMap((part) => [...part.matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+)/g)]);
  return boxes.map(([, points]) => Math.round((Number(points) * 25.4) / 72));
}

/** Empty for what is not compressed. */
function inflate(part: Buffer): string {
  try {
    return inflateSync(part, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
  } catch {
    return '';
  }
}
