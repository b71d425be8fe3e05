interface Page {
  location: Pick<Location, 'pathname'>;
  document: Pick<Document, 'visibilityState'>;
  addEventListener(type: string, listener: () => void): void;
  removeEventListener(type: string, listener: () => void): void;
}

const LOOK_MS = 15_000;
/** wouter says so when it goes to another address. */
const moves = ['pushState', 'replaceState', 'popstate', 'visibilitychange'];

/**
 * Nothing pokes where the server has only the specification's calls: the page says which screen is looked at, when it changes and every
 * 15 s, and the worker reads its lists. A hidden page says nothing. Answers how to end it.
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
