import type { RoutePath } from './routes.ts';

/**
 * Pages for people without an account: HTML generated at build time (site/) that works without JavaScript. The app has no screens for them,
 * so links to them load a document.
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

/** The public page of a path, with or without a trailing slash; null if there is none. */
export const publicPageOf = (pathname: string): PublicPage | null =>
  publicPages.find((path) => pathname === path || pathname === `${path}/`) ?? null;
