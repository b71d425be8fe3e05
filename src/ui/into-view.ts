/** As a ref: the current one of a scrolling row of tabs is brought into sight, without moving the page. */
export const intoView = (element: Element | null): void =>
  element?.scrollIntoView({ block: 'nearest', inline: 'center' });
