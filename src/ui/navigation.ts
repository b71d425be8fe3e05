let navigations = 0;

/** Counts a change of page; the router calls it. */
export function noteNavigation(): void {
  navigations += 1;
}

/** False on the page that the person opened first: its heading does not take the focus away from the document's start. */
export const arrivedByNavigation = (): boolean => navigations > 0;
