interface Page {
  location: Pick<Location, 'pathname'>;
  document: Pick<Document, 'visibilityState'>;
  addEventListener(type: string, listener: () => void): void;
  removeEventListener(type: string, listener: () => void): void;
}

const LOOK_MS = 15_000;
/** wouter dispatches these when it navigates. */
const moves = ['pushState', 'replaceState', 'popstate', 'visibilitychange'];

/**
 * A server with only the specification's calls sends no pokes. The page reports the visible path when it changes and every 15 s, and the
 * worker reads its lists. A hidden page reports nothing. Returns a function to stop.
 */
export function reportViewedPaths(page: Page, tell: (path: string) => void): () => void {
  const look = () => {
    if (page.document.visibilityState === 'visible') tell(page.location.pathname);
  };
  for (const move of moves) page.addEventListener(move, look);
  const timer = setInterval(look, LOOK_MS);
  look();
  return () => {
    clearInterval(timer);
    for (const move of moves) page.removeEventListener(move, look);
  };
}
