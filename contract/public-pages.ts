import type { RoutePath } from './routes.ts';

/**
 * Pages for people who have no account yet: HTML that is written when the product is built (site/) and that reads without JavaScript.
 * The app has no screens for them, so that its links to them load a document.
 */
export const publicPages = [
  '/contact-us',
  '/privacy-policy',
  '/terms-of-use',
  '/business',
  '/restaurant',
  '/company',
] as const satisfies RoutePath[];

export type PublicPage = (typeof publicPages)[number];

/** The public page of a path, with or without a slash at its end; null when it is another path. */
export const publicPageOf = (pathname: string): PublicPage | null =>
  publicPages.find((path) => pathname === path || pathname === `${path}/`) ?? null;
