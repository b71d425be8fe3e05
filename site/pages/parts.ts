import { html, type Html, type Piece } from '../html.ts';

/** The product as a schema.org object. No price and no rating, because there is nothing true to say about either. */
export const software = {
  '@type': 'SoftwareApplication',
  '@id': '{{origin}}/#app',
  name: 'Galley',
  url: '{{origin}}/restaurant',
  applicationCategory: 'BusinessApplication',
  operatingSystem: 'Any with a current browser',
  description:
    'A back office for restaurants that keeps working without a network: orders, kitchen, menu, website, reservations, payments, chats and customers.',
  featureList: [
    'Orders and their next steps, offline too',
    'Kitchen view',
    'Menu and availability',
    'Point of sale',
    'A website that takes orders and reservations',
    'Payments, wallet and withdrawals',
    'WhatsApp and website chats, with a chatbot',
    'Customers, promotions and inventory',
    'Menus read from photographs and PDFs',
    'A shared tablet, with a PIN for each person',
  ],
  publisher: { '@id': '{{origin}}/#organization' },
};

export const card = (icon: Piece, title: string, text: string): Html =>
  html`<li class="card">
    <span class="tile">${icon}</span>
    <h3>${title}</h3>
    <p>${text}</p>
  </li>`;

export const question = (title: string, answer: Piece): Html =>
  html`<details>
    <summary>${title}</summary>
    <p>${answer}</p>
  </details>`;

/** The end of a marketing page: one sentence and the link to start. */
export const band = (title: string): Html =>
  html`<section class="plain">
    <div class="band">
      <h2>${title}</h2>
      <a class="button white" href="/register" data-guest>Create an account</a>
    </div>
  </section>`;

/** A legal page: heading, date of the last change, table of contents and sections. */
export function legalText(title: string, { changed, intro, sections }: LegalText): Html {
  const id = (heading: string) => heading.toLowerCase().replaceAll(/[^a-z]+/g, '-');
  return html`<article class="letter">
    <h1>${title}</h1>
    <p class="sub">${changed}</p>
    ${intro}
    <nav class="contents" aria-label="On this page">
      <ol>
        ${sections.map(([heading]) => html`<li><a href="#${id(heading)}">${heading}</a></li>`)}
      </ol>
    </nav>
    ${sections.map(
      ([heading, text]) =>
        html`<section id="${id(heading)}">
          <h2>${heading}</h2>
          ${text}
        </section>`,
    )}
  </article>`;
}

export interface LegalText {
  changed: Html;
  intro: Html;
  sections: [heading: string, text: Html][];
}
