import { html } from 'hono/html';
import { homeOf, phoneLink, type Html, type Page } from './layout.ts';
import type { Website } from './website.ts';
import { hoursOf } from './words.ts';

/** Plain text of the owner as paragraphs: an empty line begins a new one. */
const paragraphs = (text: string): Html[] =>
  text
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => html`<p class="text">${part.trim()}</p>`);

export const aboutPage = ({ restaurant, parts }: Website): Page => ({
  path: '/about',
  title: 'About us',
  description: `About ${restaurant.name}`,
  image: parts.images.cover_image,
  body: html`<article class="sheet">
    <h1>About us</h1>
    ${paragraphs(parts.extra_pages.about_page_content)}
  </article>`,
});

export function contactPage(website: Website): Page {
  const { restaurant, parts, now, base } = website;
  const phone = restaurant.phone_number_business;
  const hours = hoursOf(restaurant.opening_hours, restaurant.timezone, now);
  return {
    path: '/contact',
    title: 'Contact',
    description: `How to find and reach ${restaurant.name}`,
    body: html`<article class="sheet">
      <h1>Contact</h1>
      ${paragraphs(parts.extra_pages.contact_page_content)}
      <p>${[restaurant.address, restaurant.postal_code, restaurant.city].filter(Boolean).join(', ')}</p>
      ${phone && html`<p><a href="${phoneLink(phone)}">${phone}</a></p>`}
      <p><a href="mailto:${encodeURIComponent(restaurant.email).replace('%40', '@')}">${restaurant.email}</a></p>
      <p><a href="${base}/chat">Write to us here</a></p>
      <h2>Opening hours</h2>
      ${hours.length === 0 && html`<p>We have not set our opening hours yet. Please ${phone ? 'call' : 'write to'} us.</p>`}
      <dl class="hours">
        ${hours.map(
          ({ day, hours: open, label }) =>
            html`<div>
              <dt>${day}${label && html` <span class="soft">${label}</span>`}</dt>
              <dd>${open}</dd>
            </div>`,
        )}
      </dl>
    </article>`,
  };
}

/** What the law asks of whoever sells food from a distance, as far as it is the same for every restaurant here. */
export function legalPage({ restaurant, canPayOnline, platformUrl }: Website): Page {
  const address = [restaurant.address, restaurant.postal_code, restaurant.city].filter(Boolean).join(', ');
  return {
    path: '/legal',
    title: 'Allergens, privacy and terms',
    description: `Allergens, privacy and terms of ${restaurant.name}`,
    body: html`<article class="sheet">
      <h1>Allergens, privacy and terms</h1>
      <h2>Who we are</h2>
      <p>
        ${restaurant.name}, ${address}.
        ${restaurant.phone_number_business && `Telephone ${restaurant.phone_number_business}. `}E-mail
        ${restaurant.email}.
      </p>
      <h2>Allergens</h2>
      <p>
        Each dish says which of the 14 main allergens it contains, and whether we have confirmed that. “Not confirmed”
        does not mean “none”. Our kitchen handles many ingredients, so traces are possible in every dish. If you have an
        allergy, tell us at the checkout or call us before you order.
      </p>
      <h2>Your order</h2>
      <p>
        The price is the one that the checkout shows. Your order counts once we have accepted it; its page says when.
        Until then you can cancel it on that page. After that, call us: food that is being made for you cannot be
        returned.
      </p>
      ${canPayOnline && html`<p>If you pay online, a payment provider takes the payment on its own page. We never see the number of your card.</p>`}
      <h2>Your data</h2>
      <p>
        We store your name, telephone number, and your e-mail and postal address if you give them, with what you
        ordered, booked and wrote, to make your order, keep your table and answer you. Allergies that you tell us stand
        on the order or the reservation. Galley stores this for us. The basket is a cookie on your device that this
        website needs, and so are a number that keeps a table from being booked twice and what leads you back: for three
        hours to your order after you paid online, and for seven days to the order, booking and messages that you looked
        at last; there are no others, and nothing is counted or shown to advertisers. To see, correct or delete what we
        hold about you, write to us.
      </p>
      <p>
        How the operator of the ordering system handles data:
        <a href="${platformUrl}/privacy-policy">privacy policy</a>.
      </p>
    </article>`,
  };
}

export const messagePage = (
  website: Website,
  { title, text, status }: { title: string; text: string; status: number },
): Page => ({
  title,
  description: title,
  status,
  body: html`<div class="sheet">
    <h1>${title}</h1>
    <p>${text}</p>
    <p><a class="button" href="${homeOf(website)}">See the menu</a></p>
  </div>`,
});
