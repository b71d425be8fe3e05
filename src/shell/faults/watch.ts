import { afterFirstScreen } from '../after-first-screen.ts';

/** `window`, as far as faults are heard there. Those of the workers arrive as well: a browser passes on what nobody catches. */
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
/** A page that fails in a loop before its reporter is there keeps the first ones: the others say the same. */
const KEPT = 20;
/** Said by browsers about themselves. */
const harmless = /^ResizeObserver loop/;

/**
 * Specification, section 7: uncaught errors and unhandled rejections are reported. From the first moment on they are kept here; the reporter's
 * code is fetched once the first screen stands. Where no service is set nobody calls this.
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
      // Without its code nothing can be told; the console has it all.
      () => undefined,
    );
  });
}
