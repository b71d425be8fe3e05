import { publicPages, type PublicPage } from '../contract/public-pages.ts';
import { html, Html, type Piece } from './html.ts';
import { mark } from './icons.ts';

/** What the build produces besides the pages, by the names that the pages use. */
export interface Assets {
  /** The style sheet's text, which is inlined into each page, so that the first paint needs a single response. */
  css: string;
  /** Sets the theme before the first paint. */
  theme: string;
  /** Redirects a signed-in visit to the app before the first paint. */
  toApp: string;
  /** Address of the script that enhances the pages; they are readable and usable without it. */
  script: string;
  /** Address of a screenshot of the app, by the name of its file in site/shots. */
  shot(file: string): string;
}

export interface Page {
  path: PublicPage;
  /** The document's title, without the product's name. */
  title: string;
  /** One or two sentences for search results and previews. */
  description: string;
  layout: 'default' | 'marketing';
  /** The schema.org objects that the page describes, besides itself. */
  about?: readonly object[];
  /** Redirects signed-in visits to the app. */
  redirectsToApp?: boolean;
  body(assets: Assets): Html;
}

const marketing = [
  ['/restaurant', 'Restaurants'],
  ['/business', 'Business'],
  ['/company', 'Company'],
] as const satisfies [PublicPage, string][];

const small = [
  ['/contact-us', 'Contact us'],
  ['/privacy-policy', 'Privacy policy'],
  ['/terms-of-use', 'Terms of use'],
] as const satisfies [PublicPage, string][];

/** A whole page. Absolute addresses begin with {{origin}}: the host of a request is never used. */
export function documentOf(page: Page, assets: Assets): string {
  const title = `${page.title} | Galley`;
  const image = `{{origin}}${assets.shot('preview.jpg')}`;
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>${title}</title>
        <meta name="description" content="${page.description}" />
        <link rel="canonical" href="{{origin}}${page.path}" />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content="Galley" />
        <meta property="og:locale" content="en_GB" />
        <meta property="og:title" content="${title}" />
        <meta property="og:description" content="${page.description}" />
        <meta property="og:url" content="{{origin}}${page.path}" />
        <meta property="og:image" content="${image}" />
        <meta property="og:image:type" content="image/jpeg" />
        <meta property="og:image:width" content="1200" />
        <meta property="og:image:height" content="630" />
        <meta property="og:image:alt" content="Galley: keeps serving when the Wi-Fi does not" />
        <meta name="twitter:card" content="summary_large_image" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#FFFFFF" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0A1124" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/icons/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <script>
          ${new Html(page.redirectsToApp ? assets.toApp + assets.theme : assets.theme)};
        </script>
        <style>
          ${new Html(assets.css)}
        </style>
        <script type="module" src="${assets.script}"></script>
        ${jsonLd(page)}
      </head>
      <body class="${page.layout}">
        <a class="skip" href="#main">Skip to the text</a>
        ${header(page)}
        <main id="main" tabindex="-1">${page.body(assets)}</main>
        ${footer(page)}
      </body>
    </html> `.text.replaceAll(/\n\s+/g, '\n');
}

function header(page: Page): Html {
  return html`<header class="head">
    <a class="brand" href="/restaurant">${mark(36)}Galley</a>
    <nav aria-label="Galley">${links(marketing, page)}</nav>
    <div class="doors">
      <a href="/login" data-door>Sign in</a><a class="button small" href="/register" data-guest>Create an account</a>
    </div>
  </header>`;
}

function footer(page: Page): Html {
  return html`<footer class="foot">
    <p>Galley{{#operator}}, run by {{operator}}{{/operator}}</p>
    <nav aria-label="More">
      ${links([...marketing, ...small], page)}<a href="/login" data-door>Sign in</a
      ><a href="/register" data-guest>Create an account</a>
    </nav>
  </footer>`;
}

const links = (to: readonly (readonly [PublicPage, string])[], page: Page): Piece =>
  to.map(([path, label]) => html`<a href="${path}" ${page.path === path && html` aria-current="page"`}>${label}</a>`);

/** schema.org as a data block: it is not executed, so the content security policy does not apply. */
function jsonLd({ path, title, description, about = [] }: Page): Html {
  const graph = [
    {
      '@type': 'Organization',
      '@id': '{{origin}}/#organization',
      name: 'Galley',
      url: '{{origin}}/restaurant',
      logo: '{{origin}}/icons/icon-512.png',
      contactPoint: { '@type': 'ContactPoint', contactType: 'customer support', url: '{{origin}}/contact-us' },
    },
    {
      '@type': 'WebSite',
      '@id': '{{origin}}/#website',
      name: 'Galley',
      url: '{{origin}}/restaurant',
      inLanguage: 'en-GB',
      publisher: { '@id': '{{origin}}/#organization' },
    },
    {
      '@type': path === '/contact-us' ? 'ContactPage' : path === '/company' ? 'AboutPage' : 'WebPage',
      '@id': `{{origin}}${path}`,
      url: `{{origin}}${path}`,
      name: title,
      description,
      inLanguage: 'en-GB',
      isPartOf: { '@id': '{{origin}}/#website' },
    },
    ...about,
  ];
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c');
  return html`<script type="application/ld+json">
    ${new Html(text)}
  </script>`;
}

/** `{{origin}}` comes from a setting that was parsed as an address, so it needs no escaping in JSON or XML. */
export function sitemap(): string {
  const urls = publicPages.map((path) => `<url><loc>{{origin}}${path}</loc></url>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`;
}

/** The app is below /restaurant/ and shows nothing to robots; /restaurant itself is a public page. */
export const robots = `User-agent: *
Disallow: /backend/
Disallow: /restaurant/

Sitemap: {{origin}}/sitemap.xml
`;
