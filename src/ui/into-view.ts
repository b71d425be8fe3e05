/**
 * Use it as a ref: scrolls the current tab of a scrolling row into view without moving the page. Waits for the next frame, because
 * during a render the browser would have to lay out the page for it.
 */
export const intoView = (element: Element | null): void => {
  if (element) requestAnimationFrame(() => element.scrollIntoView({ block: 'nearest', inline: 'center' }));
};
