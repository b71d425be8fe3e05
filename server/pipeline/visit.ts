/** What a browser sends besides the call itself. */
export interface Visit {
  cookie(name: string): string | null;
  /** The browser navigates here, so the answer would be shown as a page. */
  isNavigation: boolean;
  /** The Host header, which callers can set freely; null if absent. */
  host: string | null;
  userAgent: string | null;
}

/** For calls that do not come over HTTP. */
export const noVisit: Visit = { cookie: () => null, isNavigation: false, host: null, userAgent: null };
