/** How long a step may take to appear in the list. */
const LASTS_MS = 5000;

/**
 * Keeps the focus where work goes on after a step: its button may go, and the row with it. The order's next button or its number takes the
 * focus then, else the number of the next row, or of the last one. Wherever else the focus is by then, it stays.
 */
export function keepFocus(orderId: string): void {
  stop();
  const ids = [...document.querySelectorAll<HTMLElement>('[data-row]')].map(({ dataset }) => dataset.row!);
  const at = ids.indexOf(orderId);
  const others = [...ids.slice(at + 1), ...ids.slice(0, Math.max(0, at)).toReversed()];
  const observer = new MutationObserver(() => {
    if (document.activeElement !== document.body) return;
    const target =
      find(orderId, 'button[data-step], a, button') ?? others.map((id) => find(id, 'a')).find((one) => one !== null);
    target?.focus();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(() => observer.disconnect(), LASTS_MS);
  stop = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}

/** Ends the watch over the step before. */
let stop = () => {};

/** The first by the order of the selectors. */
function find(orderId: string, selectors: string): HTMLElement | null {
  const row = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(orderId)}"]`);
  const found = selectors.split(', ').map((selector) => row?.querySelector<HTMLElement>(selector));
  return found.find((one) => one) ?? null;
}
