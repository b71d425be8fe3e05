import { CONTACT_RETENTION_DAYS } from '../../contract/contact/calls.ts';
import { html } from '../html.ts';
import type { Page } from '../layout.ts';
import { legalText } from './parts.ts';

const CHANGED = '1 December 2026';

export const privacyPolicy: Page = {
  path: '/privacy-policy',
  title: 'Privacy policy',
  description:
    'What Galley keeps about owners, staff and customers of restaurants, on the server and on each device, for how long, who else sees it, and your rights.',
  layout: 'default',
  body: () =>
    legalText('Privacy policy', {
      changed: html`Last changed on <time datetime="2026-12-01">${CHANGED}</time>`,
      intro: html`<p class="lead">
        In short: we keep what a restaurant needs to run its service, on our server and on the devices that the
        restaurant signs in. We use it for nothing else, we sell nothing, and no one follows you around.
      </p>`,
      sections: [
        [
          'Who is responsible',
          html`{{#operator}}
            <p>
              This installation of Galley is run by {{operator}}{{#operator_address}},
              {{operator_address}}{{/operator_address}} (“we”).
            </p>
            {{/operator}} {{^operator}}
            <p>
              Galley is software that anyone may run. “We” is whoever runs this installation; they have not put their
              name and address here yet. The <a href="/contact-us">contact form</a> reaches them.
            </p>
            {{/operator}}
            <p>
              For the account of an owner, and for messages sent to us, we decide what is kept and why: we are the
              controller. For what a restaurant keeps about its own customers (orders, chats, addresses, allergies), the
              restaurant decides and we work on its behalf: the restaurant is the controller and we are its processor. A
              customer of a restaurant should ask the restaurant first.
            </p>
            {{#contact_email}}
            <p>
              Write about privacy to <a href="mailto:{{contact_email}}">{{contact_email}}</a>, or use the
              <a href="/contact-us">contact form</a>.
            </p>
            {{/contact_email}}{{^contact_email}}
            <p>Write about privacy through the <a href="/contact-us">contact form</a>.</p>
            {{/contact_email}}`,
        ],
        [
          'What the server keeps',
          html`<div class="table" role="region" aria-label="What the server keeps" tabindex="0">
              <table>
                <thead>
                  <tr>
                    <th scope="col">What</th>
                    <th scope="col">Why</th>
                    <th scope="col">For how long</th>
                  </tr>
                </thead>
                <tbody>
                  <tr>
                    <th scope="row">
                      Owner’s account: e-mail address, name, password as a one-way hash; with Google or Facebook the
                      number by which they know you
                    </th>
                    <td data-head="Why">To let you in; the contract with you</td>
                    <td data-head="For how long">As long as the account exists</td>
                  </tr>
                  <tr>
                    <th scope="row">Restaurant’s profile: name, address, phone numbers, opening hours, settings</th>
                    <td data-head="Why">To run the service and to show customers where they order</td>
                    <td data-head="For how long">As long as the account exists</td>
                  </tr>
                  <tr>
                    <th scope="row">
                      Login history: who signed in to your account or tried to, when, with which browser and device
                      name, from which IP address, and whether it worked
                    </th>
                    <td data-head="Why">So that you notice when somebody else uses your account</td>
                    <td data-head="For how long">The newest 50, a year at most; deleted within the hour after</td>
                  </tr>
                  <tr>
                    <th scope="row">
                      People of a restaurant: who belongs to it, by what name and in which role; the address that an
                      invitation was sent to; a PIN as a one-way hash (argon2id)
                    </th>
                    <td data-head="Why">So that each person may do what their work needs, and no more</td>
                    <td data-head="For how long">
                      Until they leave or are removed; an invitation until it is taken back
                    </td>
                  </tr>
                  <tr>
                    <th scope="row">What people changed: who did what, who approved it, when and on which device</th>
                    <td data-head="Why">So that a restaurant can see who changed a price or gave money back</td>
                    <td data-head="For how long">400 days; deleted within the hour after</td>
                  </tr>
                  <tr>
                    <th scope="row">
                      Sessions: which device is signed in, by what name, last seen when; in kitchen mode what waits for
                      a PIN, and whose PIN opened it
                    </th>
                    <td data-head="Why">To keep you signed in, and to end sessions</td>
                    <td data-head="For how long">
                      Until log-out, 30 days after its last use, or a year at most; deleted within the hour after
                    </td>
                  </tr>
                  <tr>
                    <th scope="row">
                      Passkeys: public key, the name you gave it, added and last used when, whether its provider keeps a
                      copy; never your fingerprint or face
                    </th>
                    <td data-head="Why">To let you in without a password</td>
                    <td data-head="For how long">Until you remove it</td>
                  </tr>
                  <tr>
                    <th scope="row">The question that a passkey has to sign</th>
                    <td data-head="Why">To know that the answer is new</td>
                    <td data-head="For how long">Five minutes; deleted within the hour after</td>
                  </tr>
                  <tr>
                    <th scope="row">
                      What Google or Facebook said of you while you sign in: their number for you, e-mail address, name
                    </th>
                    <td data-head="Why">To finish the sign-in that you began</td>
                    <td data-head="For how long">Ten minutes; deleted within the hour after</td>
                  </tr>
                  <tr>
                    <th scope="row">
                      Notifications that you turned on for a device: the address at its browser’s push service, the keys
                      that encrypt for it, the device’s name, and what it wants to hear of
                    </th>
                    <td data-head="Why">To ring that device while the app is closed, because you asked for it</td>
                    <td data-head="For how long">
                      Until you turn them off, log out or change the password, or until the push service says that the
                      address is gone
                    </td>
                  </tr>
                  <tr>
                    <th scope="row">Codes and links sent by e-mail, as hashes</th>
                    <td data-head="Why">To prove an address, to set a new password</td>
                    <td data-head="For how long">Minutes; deleted within the hour after they end</td>
                  </tr>
                  <tr>
                    <th scope="row">Orders, menu, customers, chats, reservations, and who changed what and when</th>
                    <td data-head="Why">
                      The service itself, on behalf of the restaurant; where it is set up for that, a provider of
                      language models reads what is written to the chatbot and answers it
                    </td>
                    <td data-head="For how long">As long as the restaurant wants them; deleted with its account</td>
                  </tr>
                  <tr>
                    <th scope="row">What customers write about, and how their messages sound</th>
                    <td data-head="Why">For the restaurant’s insights; read on our own server</td>
                    <td data-head="For how long">As long as the message; deleted with the customer or the account</td>
                  </tr>
                  <tr>
                    <th scope="row">Photographs and PDFs of a menu that you upload, and what was read from them</th>
                    <td data-head="Why">
                      To fill your menu; they are read on our own server and, where it is set up for that, a second time
                      by a provider of language models, who gets the pictures alone
                    </td>
                    <td data-head="For how long">As long as the restaurant wants them; deleted with its account</td>
                  </tr>
                  <tr>
                    <th scope="row">
                      Details of a WhatsApp number that you enter: its two IDs, the name and number that Meta tells, and
                      the access token, encrypted
                    </th>
                    <td data-head="Why">
                      To receive your customers’ messages and send your answers, because you connected it
                    </td>
                    <td data-head="For how long">Until you remove the channel; deleted with the account</td>
                  </tr>
                  <tr>
                    <th scope="row">
                      Google Calendar and delivery partners that you connect: tokens and keys, encrypted, and the events
                      of the calendar
                    </th>
                    <td data-head="Why">To show reservations in your calendar, and to hand deliveries over</td>
                    <td data-head="For how long">Until you disconnect them; deleted with the account</td>
                  </tr>
                  <tr>
                    <th scope="row">State of a payment: amount, order, and its reference as a one-way hash</th>
                    <td data-head="Why">
                      To tell the customer who comes back from the payment provider what became of it
                    </td>
                    <td data-head="For how long">As long as the account exists</td>
                  </tr>
                  <tr>
                    <th scope="row">
                      Accounts for receiving money: the name and last four digits of a bank account, withdrawals to it,
                      and what you pay for Galley
                    </th>
                    <td data-head="Why">
                      To send the restaurant its money; the full number goes to the payment provider only
                    </td>
                    <td data-head="For how long">As long as the account exists</td>
                  </tr>
                  <tr>
                    <th scope="row">Things that were deleted in the app</th>
                    <td data-head="Why">To bring an order back, and so that devices that were offline learn of it</td>
                    <td data-head="For how long">30 days, then gone</td>
                  </tr>
                  <tr>
                    <th scope="row">
                      Results: what became of each change that a device sent, with the answer that it got
                    </th>
                    <td data-head="Why">So that a change whose answer was lost is not done twice</td>
                    <td data-head="For how long">30 days, and longer while the device has not said that it knows</td>
                  </tr>
                  <tr>
                    <th scope="row">
                      Which devices of a restaurant keep a copy: a random number each, and how far it is
                    </th>
                    <td data-head="Why">To send each device only what is new to it</td>
                    <td data-head="For how long">As long as the account exists</td>
                  </tr>
                  <tr>
                    <th scope="row">Notifications inside the app</th>
                    <td data-head="Why">To tell about orders and changes</td>
                    <td data-head="For how long">30 days</td>
                  </tr>
                  <tr>
                    <th scope="row">
                      How often something was tried from a network address or with an account, as a hash
                    </th>
                    <td data-head="Why">To stop the guessing of passwords and flooding; our legitimate interest</td>
                    <td data-head="For how long">At most a day</td>
                  </tr>
                  <tr>
                    <th scope="row">Messages to us by the contact form: name, e-mail address, restaurant, text</th>
                    <td data-head="Why">To answer; our legitimate interest and yours</td>
                    <td data-head="For how long">
                      ${CONTACT_RETENTION_DAYS} days on the server, and in our mailbox as long as the matter is open
                    </td>
                  </tr>
                  <tr>
                    <th scope="row">
                      Technical log: time, kind of request, outcome, a random number of the request; for sign-ins a mark
                      of the account that only our server can make from its e-mail address. No passwords, texts, or page
                      addresses
                    </th>
                    <td data-head="Why">To find faults and misuse; our legitimate interest</td>
                    <td data-head="For how long">Until the log rolls over, at most 30 days</td>
                  </tr>
                </tbody>
              </table>
            </div>
            <p>
              Card numbers never reach us: card payments are made at the payment provider that a restaurant has chosen.
            </p>`,
        ],
        [
          'What is kept on your device',
          html`<p>
              Galley works without a network because each signed-in device has a copy of its own. This is what it
              consists of.
            </p>
            <ul>
              <li>
                <strong>A local database</strong> (IndexedDB) with the restaurant’s orders, menu, customers, chats and
                notifications, and with the changes that are not sent yet, in kitchen mode with who did and who approved
                them. It belongs to one owner and one restaurant: somebody else who signs in on the same device gets a
                different one and sees nothing of it. Galley does not encrypt it: whoever gets past the lock of the
                device can read it.
              </li>
              <li>
                <strong>Local storage</strong>: under the name <code>piniaState</code> the sign-in token, your name and
                e-mail address, the restaurant’s profile, theme, the state of the menu at the side, the device’s name,
                and how you like your tables. Beside it a few notes: a profile that you have not finished, changes that
                had not reached the database when a page was closed, how full the copy was, what this device wants to be
                notified of, a random number by which we know the device again, and what was offered to you already. In
                kitchen mode also the names and roles of those who may use the device, a value for each to check their
                PIN without a network, and how often a wrong one was entered. The value is slow to guess from and of no
                use on another device; but whoever takes the device apart can find out a PIN of four digits with it.
              </li>
              <li>
                <strong>Storage of the tab</strong> (session storage): drafts that you are typing, which tickets were
                printed, and, while your address is not verified, when a code was last mailed to it.
              </li>
              <li>
                <strong>A cache of the program</strong>, so that the app opens without a network. It holds no data of
                anybody; beside it lies, for a moment, which order a tap on a notification was about.
              </li>
              <li>
                <strong>Reports of faults</strong> that wait for the network, only if whoever runs this installation has
                set error reports up (see below): at most 30.
              </li>
            </ul>
            <p>
              Bank details, passwords and the PINs themselves are never part of the copy. The copy is as safe as the
              device: use its lock.
            </p>`,
        ],
        [
          'Logging out, and devices that go missing',
          html`<ul>
            <li>
              <strong>You log out:</strong> the token is revoked, and the local database, your drafts and what local
              storage knows of you are deleted, with or without a network. If changes have not been sent, Galley asks
              first: send them now, keep them on this device, or discard them. Kept changes stay locked in the local
              database until the same owner signs in again.
            </li>
            <li>
              <strong>The session ends by itself or from elsewhere</strong> (it has expired, or the password was
              changed): at its next contact with the server the device is signed out. Its local database is closed, not
              deleted, because it may hold changes that are not sent. Galley opens it for the same owner only; it is not
              encrypted.
            </li>
            <li>
              <strong>A device is lost:</strong> change the password. Every other session ends. Until the lost device
              meets the network, it is protected by its own lock alone. In kitchen mode a PIN closes pages, not the
              copy. If you chose that only money and settings wait for it, orders, chats and customers stay readable
              without it. Change the PINs that the device knew, too.
            </li>
            <li>
              You can also delete everything yourself with the browser’s “clear site data”. What was not sent goes with
              it.
            </li>
          </ul>`,
        ],
        [
          'Cookies',
          html`<p>
              The pages that you are reading now (this one, the terms, the contact form, and the pages about the
              product) set no cookie at all. The sign-in pages and the app set these. All are necessary, read by us
              alone, and silent about who you are:
            </p>
            <ul>
              <li>
                <code>XSRF-TOKEN</code>: a random number. It proves that a request comes from our own page and not from
                somebody else’s. It stays for a year.
              </li>
              <li>
                <code>__Host-galley-device</code>: a random number with our signature, set when you sign in. It proves
                that this browser was signed in to your account before, so that strangers who try passwords cannot keep
                you out. It stays for a year.
              </li>
              <li>
                <code>sign-in-with</code>, only where this installation offers it: whether the pages show the buttons of
                Google and Facebook.
              </li>
              <li>
                <code>__Host-sign-in</code>, only while you sign in with one of these: it ties your return to the device
                on which you began. It ends after 20 minutes.
              </li>
            </ul>
            <p>
              The entries in your browser’s storage described above are necessary too: without them the app could not do
              what it is for. So there is no banner: there is nothing to refuse. There are no cookies for statistics, no
              advertising and no scripts of other companies.
            </p>`,
        ],
        [
          'Offline',
          html`<p>
              What you do without a network is written on your device with the time at which you did it, and sent when
              the network is back. Until then nobody else can see it, and a device that breaks takes it along. Orders
              that customers place meanwhile wait on the server.
            </p>
            <p>
              This policy is not kept on your device: it comes from the server each time, so that you read the present
              one.
            </p>`,
        ],
        [
          'Who else sees data',
          html`<p>
              We use others only for what they are needed for, under a contract that binds them to our instructions. By
              kind:
            </p>
            <ul>
              <li><strong>Hosting:</strong> whoever runs the machines on which the server and its backups stand.</li>
              <li>
                <strong>E-mail:</strong> a mail provider carries codes, links and our answers. It sees the address and
                the text of those mails.
              </li>
              <li>
                <strong>Push services of the browsers</strong> (Apple, Google, Microsoft, Mozilla), only if you turn
                notifications on for a device: the message is encrypted on its way, and they see that one was sent.
              </li>
              <li>
                <strong>Sign-in providers</strong> (Google, Facebook), only if you choose to sign in with them: they
                tell us your name, your e-mail address and whether they have verified it (Facebook does not say, so we
                mail a code), and learn that you used Galley.
              </li>
              <li>
                <strong>Meta</strong>, only if you connect a WhatsApp number: it carries the messages between you and
                your customers, and sees the access token that it gave you.
              </li>
              <li>
                <strong>Google</strong>, only if you connect a calendar: it stores your reservations as events, with
                your guests’ names and telephone numbers.
              </li>
              <li>
                <strong>The restaurant’s own website</strong>, if it has connected one: it hands in orders and messages
                of its visitors, and reads the menu and the answers to them.
              </li>
              <li>
                <strong>Error reports</strong>, only if whoever runs this installation has set it up: when the app
                fails, the fault and its place in the program, the kind of page, the browser and who was signed in
                (number and e-mail address) are sent through our own server to an error-reporting service. Texts of
                chats, bank numbers, codes, tokens and unsent changes are taken out before.
              </li>
            </ul>
            <p>
              Some of these companies work outside your country. Where the law asks for it, we rely on an adequacy
              decision or on standard contractual clauses. We hand data to authorities only where the law obliges us.
            </p>`,
        ],
        [
          'Your rights',
          html`<p>
              You may ask what we keep about you and get a copy, have it corrected or deleted, have its use limited,
              object to it, and take it with you in a common format. Where you agreed to something (notifications on a
              device, say), you can take it back at any time, for the future. We answer within a month, and it costs
              nothing.
            </p>
            <p>
              Much of it you can do at once in the app: correct the profile, export everything, log out, delete the
              account (under Settings, Security; after 30 days in which you can change your mind, it is erased with its
              restaurant’s data, and from backups as they roll over). If you cannot sign in, write to us from the
              account’s e-mail address. What tax law makes a business keep, we keep as long as it says.
            </p>
            <p>
              If you think that we are wrong, tell us. You may also complain to the data protection authority where you
              live: in the United Kingdom that is the Information Commissioner’s Office (ICO).
            </p>`,
        ],
        [
          'How it is protected',
          html`<p>
            Connections are encrypted. Passwords are kept as Argon2id hashes. The database shows each restaurant its own
            rows only, by rules of the database itself. Tries are limited. The key with which we sign notifications is
            encrypted where it lies. If something happens that puts you at risk, we tell you and the authority, without
            delay.
          </p>`,
        ],
        ['Children', html`<p>Galley is for people who run a restaurant. It is not meant for anyone under 16.</p>`],
        [
          'Changes',
          html`<p>
            If we change how we treat data, we change this page and its date. Owners hear about a change that matters by
            e-mail, before it takes effect.
          </p>`,
        ],
      ],
    }),
};
