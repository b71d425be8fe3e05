import type { Offered } from '../../menu/offered.ts';
import { barePolicy } from '../../web/headers.ts';
import type { Website } from './website.ts';

/** Only what everybody may find: no basket, order, chat or reservation. */
export function robotsOf({ base, origin }: Website): Response {
  const hidden = ['basket', 'checkout', 'orders/', 'chat', 'reserve/'].map((path) => `Disallow: ${base}/${path}`);
  return file('text/plain', ['User-agent: *', ...hidden, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n'));
}

export function sitemapOf({ origin, parts, canReserve }: Website, menu: Map<string, Offered>): Response {
  const { is_about_page_enabled, is_contact_page_enabled } = parts.extra_pages;
  const paths = [
    '',
    ...(is_about_page_enabled ? ['/about'] : []),
    ...(is_contact_page_enabled ? ['/contact'] : []),
    ...(canReserve ? ['/reserve'] : []),
    '/legal',
    ...[...menu.keys()].map((id) => `/items/${id}`),
  ];
  // Addresses of ours: a checked host, a slug and ids, in which nothing has to be escaped.
  const urls = paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('\n');
  return file(
    'application/xml',
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`,
  );
}

const file = (type: string, text: string): Response =>
  new Response(text, {
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Security-Policy': barePolicy,
      'Cache-Control': 'public, max-age=3600',
    },
  });
