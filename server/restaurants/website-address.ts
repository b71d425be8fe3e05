import type { Env } from '../env.ts';

/** The complete address of a restaurant's website, for links in messages; without a trailing slash. */
export function websiteAddress(
  { publicUrl, isWebsiteByHost }: Pick<Env, 'publicUrl' | 'isWebsiteByHost'>,
  slug: string,
): string {
  const { protocol, host } = new URL(publicUrl);
  return isWebsiteByHost ? `${protocol}//${slug}.${host}` : `${publicUrl}/site/${slug}`;
}
