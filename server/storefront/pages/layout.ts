import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { imageIdsOf, IMAGE_WIDTHS } from '../../../contract/files/images.ts';
import { isSocialLink, socialNetworks } from '../../../contract/website/social-links.ts';
import { registrationsOf } from '../../../contract/orders/receipt.ts';
import { countOf } from './basket/basket.ts';
import { barColors, styleOf } from './theme.ts';
import type { Website } from './website.ts';
import { capital } from './words.ts';

/** Text that is HTML already. Whatever else is put into `html` is escaped. */
export type Html = ReturnType<typeof html>;

export interface Page {
  title: string;
  description: string;
  /** Below the website's address, such as "/about". Absent: not for search engines. */
  path?: string;
  status?: number;
  /** An image of the restaurant for previews, a path below the API's base. */
  image?: string | null;
  /** schema.org objects. */
  about?: readonly object[];
  /** The menu page has its own head. */
  hasOwnHead?: boolean;
  /** Without script, the page is loaded again after so many seconds. */
  refreshSeconds?: number;
  body: Html;
}

/** A whole page of a restaurant's website. */
export async function respondPage(website: Website, page: Page, headers: Record<string, string> = {}) {
  const style = styleOf(website.parts.theme_colors);
  const text = String(await documentOf(website, page, style));
  return new Response(text, {
    status: page.status ?? 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policyOf(style, website),
      'Cache-Control': 'private, no-cache',
      'Referrer-Policy': 'same-origin',
      ...headers,
      ...(website.isPreview && { 'Cache-Control': 'no-store' }),
    },
  });
}

/**
 * Runs only our script, by its whole address: restaurants' pages lie in the same folder; shows images of this host; sends forms here. The style is inline, so that the first paint
 * waits for nothing. JSON-LD is data, which no policy blocks.
 */
function policyOf(style: string, { host, script, isFramed }: Website): string {
  const own = script !== null && /^[\w.:[\]-]+$/.test(host) ? host + script : "'none'";
  return [
    "default-src 'none'",
    `script-src ${own}`,
    `style-src '${hashOf(style)}'`,
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${isFramed ? "'self'" : "'none'"}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

const hashes = new Map<string, string>();
function hashOf(style: string): string {
  let hash = hashes.get(style);
  if (hash === undefined) {
    if (hashes.size >= 200) hashes.clear();
    hashes.set(style, (hash = `sha256-${createHash('sha256').update(style).digest('base64')}`));
  }
  return hash;
}

function documentOf(website: Website, page: Page, style: string): Html {
  const { restaurant, origin, base, script } = website;
  const title = page.path === '/' ? page.title : `${page.title} – ${restaurant.name}`;
  const [light, dark] = barColors(website.parts.theme_colors);
  const url = page.path === undefined || website.isPreview ? null : origin + (page.path === '/' ? '' : page.path);
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        ${website.isFramed && html`<base target="_blank" />`}
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>${title}</title>
        <meta name="description" content="${page.description}" />
        ${url === null ? html`<meta name="robots" content="noindex" />` : html`<link rel="canonical" href="${url}" />`}
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content="${restaurant.name}" />
        <meta property="og:title" content="${title}" />
        <meta property="og:description" content="${page.description}" />
        <meta property="og:url" content="${url ?? origin}" />
        ${page.image && html`<meta property="og:image" content="${new URL(imageSource(page.image, 1600), `${origin}/`).href}" />`}
        <meta name="twitter:card" content="${page.image ? 'summary_large_image' : 'summary'}" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="${light}" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="${dark}" />
        <meta name="format-detection" content="telephone=no" />
        <link rel="icon" href="${iconOf(website)}" />
        ${page.refreshSeconds && html`<noscript><meta http-equiv="refresh" content="${page.refreshSeconds}" /></noscript>`}
        ${raw(`<style>${style}</style>`)} ${script && html`<script type="module" src="${script}"></script>`}
        ${(page.about ?? []).map(
          (one) =>
            html`<script type="application/ld+json">
              ${raw(JSON.stringify(one).replaceAll('<', '\\u003c'))}
            </script>`,
        )}
      </head>
      <body data-base="${base}">
        <a class="skip" href="#main">Skip to the content</a>
        ${
          website.isPreview &&
          !website.isFramed &&
          html`<p class="preview">
            Preview: this website is not published. Customers cannot see it. Orders that you place here are real.
          </p>`
        }
        ${page.hasOwnHead ? '' : headOf(website)}
        <main id="main" tabindex="-1">${page.body}</main>
        ${footOf(website)}
      </body>
    </html>`;
}

const iconOf = ({ parts }: Website) => {
  const { logo } = parts.images;
  return isImage(logo) ? imageSource(logo, 320) : '/icons/icon.svg';
};

function headOf(website: Website): Html {
  const many = countOf(website.basket);
  return html`<header class="bar">
    <a class="name" href="${homeOf(website)}">${website.restaurant.name}</a>
    <nav aria-label="Order">
      <a href="${homeOf(website)}">Menu</a><a href="${website.base}/basket">Basket${many > 0 && ` (${many})`}</a>
    </nav>
  </header>`;
}

export const homeOf = ({ base }: Pick<Website, 'base'>): string => base || '/';

function footOf(website: Website): Html {
  const { restaurant, parts, base, whatsapp } = website;
  const { is_about_page_enabled, is_contact_page_enabled, social_media_links: links } = parts.extra_pages;
  const phone = restaurant.phone_number_business;
  const networks = socialNetworks.flatMap((network) => {
    const link = links[network];
    // Checked when it was saved, and again: a link of an import must not become a script.
    return link && isSocialLink(network, link) ? [{ network, link }] : [];
  });
  return html`<footer class="foot">
    <p>
      <strong>${restaurant.name}</strong><br />
      ${[restaurant.address, restaurant.city, restaurant.postal_code].filter(Boolean).join(', ')}
      ${phone && html`<br /><a href="${phoneLink(phone)}">${phone}</a>`}
      ${registrationsOf(restaurant).map((line) => html`<br />${line}`)}
    </p>
    <nav aria-label="More">
      <a href="${homeOf(website)}">Menu</a>
      ${is_about_page_enabled && html`<a href="${base}/about">About us</a>`}
      ${is_contact_page_enabled && html`<a href="${base}/contact">Contact</a>`}
      ${website.canReserve && html`<a href="${base}/reserve">Book a table</a>`}
      <a href="${website.own.chat ? `${base}/own/chat` : `${base}/chat`}">Write to us</a>
      <a href="${base}/legal">Allergens, privacy and terms</a>
      ${whatsapp && html`<a href="https://wa.me/${whatsapp}" rel="noopener">WhatsApp</a>`}
      ${networks.map(({ network, link }) => html`<a href="${link}" rel="noopener">${networkLabels[network] ?? capital(network)}</a>`)}
    </nav>
    <p class="soft">Orders by Galley</p>
  </footer>`;
}

const networkLabels: Record<string, string> = { tiktok: 'TikTok', youtube: 'YouTube' };

export const phoneLink = (phone: string): string => `tel:${phone.replaceAll(/[^\d+]/g, '')}`;

/** Whether it is an image that this installation shows. */
export const isImage = (url: string | null | undefined): url is string => Boolean(url && imageIdsOf(url));

export const imageSource = (url: string, width: number): string => `/backend${url}?width=${width}`;

interface Picture {
  alt: string;
  /** As in the attribute `sizes`. */
  sizes: string;
  width: number;
  height: number;
  /** It is seen without scrolling. */
  isFirst?: boolean;
  className?: string;
}

/** An image in the three widths that are stored; its place is kept free while it loads. */
export function picture(url: string | null | undefined, { alt, sizes, width, height, isFirst, className }: Picture) {
  if (!isImage(url)) return '';
  const set = IMAGE_WIDTHS.map((wide) => `${imageSource(url, wide)} ${wide}w`).join(', ');
  return html`<img
    src="${imageSource(url, 320)}"
    srcset="${set}"
    sizes="${sizes}"
    width="${width}"
    height="${height}"
    alt="${alt}"
    ${className && html`class="${className}"`}
    ${isFirst ? html`fetchpriority="high"` : html`loading="lazy"`}
    decoding="async"
  />`;
}

/** Problems above a form. The browser goes there, and a screen reader reads them. */
export const problemsOf = (problems: readonly string[]): Html | string =>
  problems.length === 0
    ? ''
    : html`<div class="problems" role="alert" tabindex="-1" autofocus>
        ${problems.map((problem) => html`<p>${problem}</p>`)}
      </div>`;
