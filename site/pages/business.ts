import { html } from '../html.ts';
import { icons } from '../icons.ts';
import type { Page } from '../layout.ts';
import { picture, shots } from '../picture.ts';
import { band, card, question, software } from './parts.ts';

export const business: Page = {
  path: '/business',
  title: 'For business: the evening, from wherever you are',
  description:
    'Galley for the person who runs the restaurant: what came in today, who changed what and when, several devices on one truth, and data that stays yours.',
  layout: 'marketing',
  about: [software],
  body: (assets) =>
    html` <section class="hero">
        <h1>The evening, from wherever you&nbsp;are</h1>
        <p class="lead">
          You are not always in the kitchen. Galley shows you the same orders, menu and customers as the tablet on the
          pass, and tells you when each thing really happened.
        </p>
        <p class="acts">
          <a class="button" href="/register" data-guest>Create an account</a
          ><a class="button quiet" href="/contact-us">Ask us something</a>
        </p>
        <div class="stage alone">
          <div class="floor"></div>
          <div class="laptop">
            ${picture(assets, shots.insights, { alt: 'The insights of a day: revenue, number of orders, open orders, and the newest open orders with their state and total', sizes: '(min-width: 1180px) 960px, 92vw', isFirst: true })}
          </div>
        </div>
      </section>

      <section class="tinted">
        <h2>What an outage costs, and what it should not</h2>
        <p class="sub">
          The oven is hot and the staff are there. When the line is down, only the paperwork stops. It does not have to.
        </p>
        <ul class="cards">
          ${card(icons.device, 'The service goes on', 'Accepting, cooking, handing out, marking a dish sold out, taking an order by phone: all of it works on the device, with a network or without.')}
          ${card(icons.order, 'The books stay right', 'An order done at 19:02 that arrives at 19:40 is shown with both times. Every total is calculated again by the server, in whole pence.')}
          ${card(icons.compare, 'No argument afterwards', 'If two devices disagree, both versions are shown, with who and when. Nobody’s change is overwritten without a word.')}
        </ul>
      </section>

      <section class="plain split">
        <div>
          <h2>One restaurant, many hands</h2>
          <p>
            The pass has a tablet, the counter a laptop, you have a phone. Each holds the restaurant’s own copy and they
            keep each other up to date within moments.
          </p>
          <ul class="ticks">
            <li>
              Let several people share a device in kitchen mode: each enters a PIN, which opens what their role allows.
              What they do bears their name.
            </li>
            <li>
              Who may not cancel an order or give a refund asks somebody who may. They approve it on the spot with their
              PIN, and both are recorded.
            </li>
            <li>
              A device has gone missing? Sign it out from Settings, or change the password and every other session ends.
            </li>
            <li>Pause new orders, or add minutes to every promise, from anywhere.</li>
            <li>Sign in with a passkey or two-factor codes, and see every sign-in.</li>
            <li>
              Insights, tax and payments for any period, on the screen, on paper and as CSV for your accountant. Past
              orders stay searchable on the device, tens of thousands of them.
            </li>
          </ul>
        </div>
        <div class="screen">
          ${picture(assets, shots.orders, { alt: 'All orders of today in a table with search, filters and an export', sizes: '(min-width: 1180px) 560px, 92vw' })}
        </div>
      </section>

      <section class="tinted">
        <h2>What comes in, and where it goes</h2>
        <ul class="cards">
          ${card(icons.receipt, 'Payments', 'Online payments through Stripe or Paystack, cash and card at the counter, refunds, tips. Each order says what is paid and what is due.')}
          ${card(icons.wallet, 'Wallet and withdrawals', 'What is available, what is pending and what was paid out, with a statement that adds up to the penny.')}
          ${card(icons.chart, 'Insights', 'Revenue, orders, best sellers and busy hours, compared with the period before. A summary by e-mail every week, if you want it.')}
        </ul>
      </section>

      <section class="plain">
        <h2>Kept the way you would keep&nbsp;it</h2>
        <ul class="cards">
          ${card(icons.lock, 'Walls between restaurants', 'The database itself shows each restaurant its own rows only. A mistake in a query cannot show you somebody else’s, or yours to them.')}
          ${card(icons.file, 'Yours to take', 'One press exports everything: orders, menu, customers, chats, payments. The source is open under the MIT licence, and the whole of it runs on one machine with PostgreSQL, if you would rather run it yourself.')}
          ${card(icons.people, 'No trade in people', 'No advertising, no trackers, no sale of data. What customers tell your restaurant is your restaurant’s.')}
        </ul>
      </section>

      <section class="tinted">
        <h2>From nothing to the first ticket</h2>
        <ol class="path">
          <li>
            <h3>Create an account</h3>
            <p>An e-mail address, a password and the restaurant’s name. A code in the mail proves the address.</p>
          </li>
          <li>
            <h3>Say where you are</h3>
            <p>Address, city and country. Currency and time zone are proposed from them.</p>
          </li>
          <li>
            <h3>Bring the menu</h3>
            <p>
              Photograph it, upload its PDF or a CSV file, or type it in. Past orders and customers of another system
              come as CSV files, under Settings, Security.
            </p>
          </li>
          <li>
            <h3>Publish the website</h3>
            <p>
              Choose colours and pictures, say how customers get their food, and press Publish. Then turn the network
              off and go on working: better to see it on a quiet afternoon than on a Friday.
            </p>
          </li>
        </ol>
      </section>

      <section class="plain">
        <h2>Questions of the person who signs</h2>
        <div class="questions">
          ${question('Where is the data?', 'With whoever runs this installation, in a PostgreSQL database, and a copy on each device that is signed in. The privacy policy says what is kept, for how long, and who else sees it.')}
          ${question('What happens when a device is stolen?', 'Change the password: every other session ends, and at its next contact with the network the stolen device is signed out and shows its copy to nobody but you. Until then its own lock is what protects it. A PIN of kitchen mode closes pages, not the copy: if you chose that only money and settings wait for it, orders, chats and customers stay readable without it. Galley does not encrypt the copy, so it is as safe as the device.')}
          ${question('Can we stop?', 'Yes, at any time. Export everything and delete the account, both under Settings. You have 30 days to change your mind; then all of it is erased.')}
          ${question('How do we know that it holds?', 'Do not take our word for it. The tests come with the source: they cut networks, kill servers and browsers in the middle of a write, and check afterwards that nothing was lost or done twice. Anyone can run them.')}
        </div>
      </section>
      ${band('Try it on a quiet afternoon')}`,
};
