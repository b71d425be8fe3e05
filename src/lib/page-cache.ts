interface Page {
  addEventListener(type: 'pagehide' | 'pageshow', listener: (event: PageTransitionEvent) => void): void;
  removeEventListener(type: 'pagehide' | 'pageshow', listener: (event: PageTransitionEvent) => void): void;
}

/**
 * The browser may freeze a page that is left and show it again on Back (back/forward cache). Its workers freeze with it, in WebKit
 * even inside a transaction or while they hold a lock that other pages wait for. `onKept` runs before the page freezes, `onShown`
 * when it is shown again. Returns a function that stops listening.
 */
export function followPageCache(
  page: Page,
  { onKept = () => undefined, onShown }: { onKept?: () => void; onShown: () => void },
): () => void {
  const onHide = ({ persisted }: PageTransitionEvent) => persisted && onKept();
  const onShow = ({ persisted }: PageTransitionEvent) => persisted && onShown();
  page.addEventListener('pagehide', onHide);
  page.addEventListener('pageshow', onShow);
  return () => {
    page.removeEventListener('pagehide', onHide);
    page.removeEventListener('pageshow', onShow);
  };
}
