import type { Progress } from '../../../contract/routes.ts';

/** What a route does not set. */
export const barDefaults = {
  color: '#0099ff',
  failColor: '#874b4b',
  thickness: '5px',
  location: 'top' as 'top' | 'bottom',
  transition: { speed: '0.2s', opacity: '0.6s', termination: 300 },
  autoRevert: true,
  inverse: false,
};

const START_MS = 3_000;
const TICK_MS = 100;
const CAP = 99;
const DONE = 100;
const AUTO_FINISH_ABOVE = 95;

export type BarStyle = typeof barDefaults;
export interface BarState {
  isShown: boolean;
  percent: number;
  hasFailed: boolean;
  style: BarStyle;
}

interface Timers {
  every(ms: number, task: () => void): () => void;
  after(ms: number, task: () => void): () => void;
  random(): number;
}

/**
 * The bar at the top of the page: runs while the page changes, is capped until it finishes or fails, then hides and removes the
 * route's own style.
 */
export function makeLoadingBar({ every, after, random }: Timers) {
  let state: BarState = { isShown: false, percent: 0, hasFailed: false, style: barDefaults };
  let stopTicks = () => {};
  let stopHiding = () => {};
  const listeners = new Set<() => void>();
  const set = (change: Partial<BarState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };

  function start(progress: Progress = {}, duration = START_MS): void {
    stopTicks();
    stopHiding();
    set({ isShown: true, percent: 0, hasFailed: false, style: withOverrides(progress) });
    const largestStep = 10_000 / Math.floor(duration);
    stopTicks = every(TICK_MS, () => {
      set({ percent: Math.min(CAP, state.percent + largestStep * random()) });
      if (state.percent > AUTO_FINISH_ABOVE) finish();
    });
  }

  function finish(): void {
    if (!state.isShown || state.percent === DONE) return;
    set({ percent: DONE });
    hide();
  }

  function fail(): void {
    if (!state.isShown) return;
    set({ percent: DONE, hasFailed: true });
    hide();
  }

  function hide(): void {
    const { autoRevert, transition } = state.style;
    stopTicks();
    stopHiding();
    stopHiding = after(transition.termination, () => {
      set({ isShown: false });
      // While it fades, the bar keeps its place, length and colour.
      stopHiding = after(msOf(transition.opacity), () => {
        set({ percent: 0, hasFailed: false, ...(autoRevert ? { style: barDefaults } : {}) });
      });
    });
  }

  return {
    start,
    finish,
    fail,
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** "0.6s" and "600ms" from a style sheet, in ms. */
const msOf = (time: string): number => parseFloat(time) * (time.endsWith('ms') ? 1 : 1_000);

function withOverrides({ transition, ...progress }: Progress): BarStyle {
  return { ...barDefaults, ...progress, transition: { ...barDefaults.transition, ...transition } };
}

export const loadingBar = makeLoadingBar({
  every(ms, task) {
    const timer = setInterval(task, ms);
    return () => clearInterval(timer);
  },
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
});
