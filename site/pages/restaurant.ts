import { html, type Html, type Piece } from '../html.ts';
import { icons } from '../icons.ts';
import type { Page } from '../layout.ts';
import { picture, shots } from '../picture.ts';
import { band, card, question, software } from './parts.ts';

export const restaurant: Page = {
  path: '/restaurant',
  title: 'For restaurants: keeps serving when the Wi-Fi does not',
  description:
    'Orders, kitchen, website, reservations and chats for your restaurant, on the tablet in the kitchen and the laptop at home. Works without a network.',
  layout: 'marketing',
  redirectsToApp: true,
  about: [software],
  body: (assets) =>
    html` <section class="hero">
        <h1>Keeps serving when the <span class="nb">Wi-Fi</span> does not</h1>
        <p class="lead">
          Orders, kitchen, website, reservations and chats for your restaurant, on the tablet in the kitchen and the
          laptop at home. It works without a network and catches up by itself.
        </p>
        <p class="acts">
          <a class="button" href="/register" data-guest>Create an account</a
          ><a class="button quiet" href="#friday">See a kitchen on a Friday</a>
        </p>
        <p class="note">Runs in the browser you have. No till to buy.</p>
        <div class="stage">
          <div class="floor"></div>
          <div class="laptop">
            ${picture(assets, shots.orders, { alt: 'The orders of one evening: each with its time, customer, total, status and its next step as a button', sizes: '(min-width: 1180px) 860px, 92vw', isFirst: true })}
          </div>
          <div class="tablet">
            ${picture(assets, shots.kitchen, { alt: 'The kitchen view during an outage: four tickets with their age, an allergy in words, and a line that says that everything tapped is kept', sizes: '(min-width: 1180px) 520px, 60vw', isFirst: true })}
          </div>
        </div>
      </section>

      <section class="plain" id="friday">
        <h2>Friday, 19:31. The router gives up.</h2>
        <p class="sub">What happens next in a kitchen with Galley: nothing special.</p>
        <ol class="clock">
          ${moment('19:30', 'Ten open orders on the kitchen tablet.', 'on')}
          ${moment('19:31', 'The network is gone. A quiet line says so. Tickets stay, and every button works.', 'off')}
          ${moment('19:36', 'The prawns run out. One tap. It is kept, with the time at which you tapped.', 'off')}
          ${moment('19:40', 'Back online. Everything is sent in order, once, and you see what became of it.', 'on')}
        </ol>
      </section>

      <section class="tinted">
        <h2>Everything for the&nbsp;service, in one place</h2>
        <ul class="cards">
          ${card(icons.receipt, 'Orders nobody misses', 'From your website, by phone, at the counter: one list with one next step each. The bell rings until someone answers.')}
          ${card(icons.flame, 'A kitchen screen for wet hands', 'Large targets, ages in minutes, allergies in words, tickets by station, and Undo for a slip of the finger.')}
          ${card(icons.soldOut, 'Sold out in one tap', 'Until the next opening, for an hour, or until you say so. Your website follows within a minute.')}
          ${card(icons.device, 'A point of sale', 'Take an order at the counter or by phone, with sizes, choices and discounts, and take the payment or split it.')}
          ${card(icons.people, 'Customers you recognise', 'What they ordered, how often they came, and what they must not eat, before the pan is hot.')}
          ${card(icons.lock, 'A tablet that several share', 'In kitchen mode each person enters a PIN, offline too. It opens what their role allows, and what they do bears their name.')}
        </ul>
      </section>

      <section class="plain split">
        <div>
          <h2>Why it matters that the&nbsp;tablet knows</h2>
          <p>
            A router shares a shelf with the fryer. Reception ends at the cold store. The line of the whole street is
            busy on Friday night, when it counts. Software that asks a server before it shows you a ticket stops there:
            a spinner, a ticket that is lost, an order that is typed twice.
          </p>
          <p>
            Galley is built the other way round. The tablet holds the orders, the menu and the customers itself. You
            read and write there, and the network is only how the devices tell each other.
          </p>
          <ul class="steps">
            ${step(icons.device, 'Written first', 'A tap is on the device before anything is asked of the network. Reload the page, close the browser, restart the tablet: it is still there.')}
            ${step(icons.order, 'Sent in order, once', 'When the network is back, changes go out in the order in which you made them. A lost answer does not make a second order.')}
            ${step(icons.compare, 'Answered in plain words', 'If someone else was first, both versions stand side by side, with who and when. Nothing is dropped in silence.')}
          </ul>
        </div>
        <div class="phone">
          ${picture(assets, shots.unsent, { alt: 'Unsent changes on a phone: an order was accepted offline while its customer cancelled it; the panel says who was first and what to do', sizes: '320px' })}
        </div>
      </section>

      <section class="tinted split wide">
        <div class="screen">
          ${picture(assets, shots.availability, { alt: 'The availability board: every dish is a large tile, and those that are sold out say until when', sizes: '(min-width: 1180px) 640px, 92vw' })}
        </div>
        <div>
          <h2>Sold out, and carry on</h2>
          <p>
            The board shows every dish as a tile that a busy hand can hit. One tap and it is sold out here, on every
            other tablet and on your website. It comes back by itself at the next opening, unless you say otherwise.
          </p>
          <p>Two people tap the same dish? The later tap wins, and the other person is told.</p>
        </div>
      </section>

      <section class="plain split" id="website">
        <div>
          <h2>A website that takes orders</h2>
          <p>
            Galley makes it from your menu: your colours and pictures, the menu with what is sold out, pickup, delivery
            by your areas and fees, and tables to book. It works on any phone, also without JavaScript. Put it on your
            own domain, or use the address that comes with it.
          </p>
          <ul class="ticks">
            <li>
              Customers pay online through Stripe or Paystack, or when they collect. The money goes to your account.
            </li>
            <li>Promotion codes, tips, minimum orders and times from your opening hours and the kitchen’s pace.</li>
            <li>Each customer gets a page that shows where the order is.</li>
          </ul>
        </div>
        <div class="phone">
          ${picture(assets, shots.storefront, { alt: 'A restaurant’s website on a phone: its name and opening hours, delivery, pickup, eating in or booking a table, and its menu', sizes: '320px' })}
        </div>
      </section>

      <section class="tinted">
        <h2>And the rest of your trade</h2>
        <ul class="cards">
          ${card(icons.menu, 'A menu from a photograph', 'Photograph the printed menu or upload its PDF. Galley reads dishes, sizes and prices; you check them beside the picture.')}
          ${card(icons.calendar, 'Reservations with a floor plan', 'Bookings from your website and by phone, tables that fit the party, a waiting list, and your Google Calendar.')}
          ${card(icons.chat, 'WhatsApp and website chats', 'All conversations in one list, beside the order. A reply written offline waits, and goes out once.')}
          ${card(icons.bot, 'A chatbot that knows your menu', 'It answers hours, prices and delivery from your records, says when it does not know, and hands over to your team.')}
          ${card(icons.tag, 'Promotions', 'Codes and automatic offers with dates, limits and conditions, checked again when the order is placed.')}
          ${card(icons.box, 'Inventory', 'Count what runs out. Each order takes its stock, and a dish without stock is sold out by itself.')}
        </ul>
      </section>

      <section class="plain">
        <h2>What does need a network</h2>
        <p class="sub">
          Some things cannot be true without one, and Galley says so on the button instead of pretending.
        </p>
        <ul class="facts">
          <li>
            <strong>New orders from outside.</strong> A customer’s order reaches the server while you are offline, and
            reaches you when you are back. Orders by phone and at the counter you take without it.
          </li>
          <li><strong>Signing in.</strong> Once signed in, a device opens without a network, also after a restart.</li>
          <li>
            <strong>Money out and access.</strong> Refunds, withdrawals, and a new password or PIN never wait in a
            queue: they happen while you watch, or not at all. Entering a PIN works without a network.
          </li>
        </ul>
      </section>

      <section class="tinted">
        <h2>Asked before the first evening</h2>
        <div class="questions">
          ${question('Do I need new hardware?', 'No. Any tablet, phone or laptop with a current Chrome, Edge, Safari or Firefox will do. Add Galley to its home screen and it opens like an app.')}
          ${question('Can several devices work at once?', 'Yes. Each holds its own copy, and what one does appears on the others within moments. While they are apart, each goes on alone, and they agree again when they meet.')}
          ${question('What if a tablet breaks while it is offline?', 'What it had sent is safe on the server. What it had not sent yet was only on that tablet and is lost with it. So the line at the top always says how many changes wait.')}
          ${question('Do I need a website?', 'No. Galley makes one from your menu when you want it. If you have a website already, link its “Order” button to it, or use Galley only for the orders that you take yourself.')}
          ${question('Can I bring my menu and my past orders?', 'Yes. Photograph the menu or upload its PDF. Past orders and customers come as CSV files, in the app: dishes of past orders are kept off your menu until you publish them.')}
          ${question('What does it do about money?', 'Cash, your card terminal and online payments are recorded with each order. Refunds, withdrawals, a statement and a tax report are in Payments.')}
          ${question('Can I see it without signing up?', 'The pictures on this page are photographs of the app with a restaurant that we made up. To try it, create an account: it takes an e-mail address and a few minutes.')}
        </div>
      </section>
      ${band('Set up before tonight’s service')}`,
};

const moment = (time: string, text: string, state: 'on' | 'off'): Html =>
  html`<li class="${state}">
    <time>${time}</time>
    <p>${text}</p>
  </li>`;

const step = (icon: Piece, title: string, text: string): Html =>
  html`<li>
    <span class="tile">${icon}</span>
    <div>
      <h3>${title}</h3>
      <p>${text}</p>
    </div>
  </li>`;
