/** The services to which a website links, and the hosts of their pages. */
const hosts = {
  facebook: ['facebook.com', 'www.facebook.com', 'm.facebook.com'],
  instagram: ['instagram.com', 'www.instagram.com'],
  x: ['x.com', 'www.x.com', 'twitter.com', 'www.twitter.com'],
  tiktok: ['tiktok.com', 'www.tiktok.com'],
  youtube: ['youtube.com', 'www.youtube.com'],
  tripadvisor: ['tripadvisor.com', 'www.tripadvisor.com', 'tripadvisor.co.uk', 'www.tripadvisor.co.uk'],
} as const;

export type SocialNetwork = keyof typeof hosts;
export const socialNetworks = Object.keys(hosts) as SocialNetwork[];

export const SOCIAL_LINK_MAX = 200;

/** Whether a link goes to a page of the service, and nowhere else: https, its host, and a path. */
export function isSocialLink(network: SocialNetwork, link: string): boolean {
  const host = /^https:\/\/([a-z.]+)\/[\w@][\w.@/-]*$/i.exec(link)?.[1]?.toLowerCase();
  return link.length <= SOCIAL_LINK_MAX && host !== undefined && (hosts[network] as readonly string[]).includes(host);
}

/** An example of a link, for the field. */
export const exampleOf = (network: SocialNetwork): string =>
  `https://${hosts[network][1]}/${network === 'tiktok' || network === 'youtube' ? '@' : ''}your-restaurant`;
