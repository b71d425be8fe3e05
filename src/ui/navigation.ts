let navigations = 0;

/** Counts a navigation; the router calls it. */
export function noteNavigation(): void {
  navigations += 1;
}

/** False on the first page that was opened: its heading must not take the focus from the start of the document. */
export const arrivedByNavigation = (): boolean => navigations > 0;
