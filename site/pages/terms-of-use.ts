import { html } from '../html.ts';
import type { Page } from '../layout.ts';
import { legalText } from './parts.ts';

const CHANGED = '1 December 2026';

export const termsOfUse: Page = {
  path: '/terms-of-use',
  title: 'Terms of use',
  description:
    'The agreement between a restaurant and whoever runs this Galley: accounts, what the service does offline and online, money, data, ending it, and liability.',
  layout: 'default',
  body: () =>
    legalText('Terms of use', {
      changed: html`Last changed on <time datetime="2026-12-01">${CHANGED}</time>`,
      intro: html`<p class="lead">
        These terms apply between you, who run a restaurant, and us, who run this installation of Galley. They are short
        because they are meant to be read.
      </p>`,
      sections: [
        [
          'Who we are',
          html`{{#operator}}
            <p>We are {{operator}}{{#operator_address}}, {{operator_address}}{{/operator_address}}.</p>
            {{/operator}}{{^operator}}
            <p>
              “We” is whoever runs this installation of Galley; they have not put their name and address here yet, and
              the <a href="/contact-us">contact form</a> reaches them.
            </p>
            {{/operator}}
            <p>
              By creating an account you agree to these terms, for yourself and for the business that you act for: the
              sign-up says so and links here, also where you sign up with Google or Facebook. You need to be 18 and
              entitled to do so. If you do not agree, please do not open one.
            </p>`,
        ],
        [
          'What the service is',
          html`<p>
              Galley is a back office for restaurants: orders and their steps, a kitchen view, menu and availability,
              chats, customers. It runs in a browser. Each signed-in device holds a copy of the restaurant’s data, so
              that the service goes on without a network.
            </p>
            <p>
              We improve it all the time. We may add, change or end a part of it; if a part that you depend on is to
              end, we tell you 30 days before by e-mail.
            </p>`,
        ],
        [
          'Your account',
          html`<ul>
            <li>Give us an e-mail address that is yours, and keep it reachable: codes and notices go there.</li>
            <li>
              Keep the password to yourself. What is done with your account counts as done by you, until you tell us
              that it is in wrong hands.
            </li>
            <li>
              Lock the devices that are signed in. Give shared devices kitchen mode, or log them out. In kitchen mode
              each person has a PIN, and you choose what waits for one: everything, or money and settings only. In the
              second case orders, chats and customers stay open to whoever holds the device.
            </li>
            <li>
              Keep a PIN to the person whose it is. What is done or approved with it is recorded under that person’s
              name.
            </li>
          </ul>`,
        ],
        [
          'Working without a network',
          html`<p>What you should know, because it is how the service is built:</p>
            <ul>
              <li>
                A change that is made offline exists on that device only, until it has been sent. The app always says
                how many changes wait.
              </li>
              <li>
                When it is sent, it is applied in the order in which you made your changes. If somebody else’s change
                came first, or the server has to refuse yours, the app tells you and shows both. Please look at what it
                shows.
              </li>
              <li>
                A device that is lost, broken, or whose browser storage is cleared, takes its unsent changes along. We
                cannot bring them back.
              </li>
              <li>
                While you are offline you do not see orders that customers place elsewhere. If you cannot be online for
                long, pause new orders.
              </li>
              <li>
                Signing in, and setting a password or a PIN, needs a network and never waits in a queue. A device in
                kitchen mode accepts the PINs that it knows without one; what was done with them is judged when it is
                sent, and refused if the person was removed or has another PIN by then.
              </li>
            </ul>`,
        ],
        [
          'Your restaurant and its customers',
          html`<p>
              You are the seller. The contract about a meal is between you and your customer; we are not part of it. So
              you are responsible for your menu, prices, taxes, allergens, hygiene, opening hours, and for what you
              promise. Galley shows allergens as you have entered them and reminds you of what a customer has said; it
              does not know what is in the pan. Always check with the kitchen.
            </p>
            <p>
              For your customers’ data you are the controller and we are your processor. We use it only to provide the
              service to you, keep it confidential, protect it as the
              <a href="/privacy-policy">privacy policy</a> describes, tell you without delay if it is breached, help you
              to answer requests, use others only under equal duties, and delete or return it when you leave.
            </p>`,
        ],
        [
          'Fair use',
          html`<p>
              Please do not: break the law with it or sell what is illegal; send messages that the receiver has not
              asked for; look for other people’s data; get around limits, or load the service so that others suffer;
              pretend to be somebody else. You may look for weaknesses in your own account, and we are glad of a report.
            </p>
            <p>
              If you do such a thing we may limit or suspend the account, as little as needed. Except where it is
              urgent, we write to you before.
            </p>`,
        ],
        [
          'Money',
          html`<p>
              What the service costs, if anything, is shown in the app before you subscribe, and nothing is charged that
              you have not agreed to there. A price that changes is announced 30 days before, and you may leave instead.
            </p>
            <p>
              Galley takes no payments of your customers. Where one of them pays through a payment provider, the
              contract is yours with that provider, and Galley shows what became of the payment as a record.
            </p>`,
        ],
        [
          'Your data and our program',
          html`<p>
              Your data stays yours. You allow us to store and process it as far as the service needs it, and no
              further. You can take orders along as CSV at any time.
            </p>
            <p>
              The program is open source under the MIT licence; these terms are about the service that we run with it.
              The name and the mark stay ours.
            </p>`,
        ],
        [
          'Ending it',
          html`<p>
            You may leave at any time: delete the account in the app, under Settings, Security. We may end the agreement
            with 60 days’ notice, or at once for a serious breach. After the end you have 30 days to take your data
            along; then we delete it, but for what the law makes us keep.
          </p>`,
        ],
        [
          'How much you can rely on us',
          html`<p>
              We take care that the service runs, and we make backups. Still no service runs without interruption, and
              this one is built so that an interruption does not stop your kitchen. We do not promise a particular
              availability unless we have agreed one with you in writing.
            </p>
            <p>
              We are liable without limit for intent and gross negligence, for harm to life and health, and wherever the
              law does not allow a limit. Otherwise we are liable only for the breach of a duty that the agreement rests
              on, and only up to the damage that could be foreseen; for data, up to what it would have cost to restore
              it had it been exported regularly. Consumers keep the rights that the law gives them.
            </p>`,
        ],
        [
          'Changes, law, and the rest',
          html`<p>
              We may change these terms for a good reason. Owners hear of it by e-mail 30 days before; if you do not
              agree you may leave until then. The present terms always stand here with their date.
            </p>
            <p>
              The law of the country in which we are established applies, without its rules on conflicts of law, and its
              courts decide; if you are a consumer, also the courts where you live. If one sentence here does not hold,
              the others still do.
            </p>
            <p>Questions: <a href="/contact-us">write to us</a>.</p>`,
        ],
      ],
    }),
};
