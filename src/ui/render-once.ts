import type { ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

/** The one element that this is drawn as, as it is now: a copy that React no longer follows, for paper. */
export function renderOnce(drawn: ReactElement): HTMLElement {
  const place = document.createElement('div');
  const root = createRoot(place);
  flushSync(() => root.render(drawn));
  const copy = place.firstElementChild!.cloneNode(true) as HTMLElement; // every drawing for paper is one element
  root.unmount();
  return copy;
}
