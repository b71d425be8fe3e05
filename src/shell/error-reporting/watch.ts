import { afterFirstScreen } from '../navigation/after-first-screen.ts';

/** The parts of `window` that report errors. Errors of workers arrive here too, because browsers forward what nobody catches. */
interface Page {
  addEventListener(type: 'error', listener: (event: ErrorEvent) => void): void;
  addEventListener(type: 'unhandledrejection', listener: (event: PromiseRejectionEvent) => void): void;
}

export type Fault = {
  kind: 'error' | 'rejection';
  thrown: unknown;
  where?: { file: string; line: number; column: number };
};
export type Take = (fault: Fault) => void;

const AFTER_MS = 3_000;
/** A page that fails in a loop before its reporter is loaded keeps only the first errors: the others are the same. */
const KEPT = 20;
/** Reported by browsers about themselves. */
const harmless = /^ResizeObserver loop/;

/**
 * Uncaught errors and unhandled rejections are reported. They are collected from the start; the reporter's
 * code is loaded after the first screen. Not called if no reporting service is configured.
 */
export function watchFaults(
  page: Page = window,
  load: () => Promise<Take> = () => import('./report.ts').then((m) => m.startReporting()),
  later: (task: () => void) => void = (task) => void afterFirstScreen(task, AFTER_MS),
): void {
  const kept: Fault[] = [];
  let take: Take = (fault) => {
    if (kept.length < KEPT) kept.push(fault);
  };
  page.addEventListener('error', ({ error, message, filename, lineno, colno }) => {
    if (harmless.test(message)) return;
    take({
      kind: 'error',
      thrown: error ?? new Error(message),
      where: { file: filename, line: lineno, column: colno },
    });
  });
  page.addEventListener('unhandledrejection', ({ reason }) => take({ kind: 'rejection', thrown: reason }));
  later(() => {
    load().then(
      (loaded) => {
        take = loaded;
        kept.splice(0).forEach(loaded);
      },
      // Without its code nothing can be reported; the console has all errors.
      () => undefined,
    );
  });
}
