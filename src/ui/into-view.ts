/**
 * As a ref: the current one of a scrolling row of tabs is brought into sight, without moving the page. Before the next frame and not at
 * once: asked in the middle of a render, the browser would have to lay out the page for it.
 */
export const intoView = (element: Element | null): void => {
  if (element) requestAnimationFrame(() => element.scrollIntoView({ block: 'nearest', inline: 'center' }));
};
