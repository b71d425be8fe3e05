import { html } from '../html.ts';
import { markShapes } from '../icons.ts';
import type { Page } from '../layout.ts';
import { band } from './parts.ts';

export const company: Page = {
  path: '/company',
  title: 'Company: why Galley is built for the day without a network',
  description:
    'A ship’s kitchen keeps serving with no shore in sight. Why Galley is called so, what it holds itself to, and who runs it.',
  layout: 'marketing',
  body: () =>
    html` <section class="hero left">
        <div>
          <h1>No shore in&nbsp;sight, and dinner at&nbsp;eight</h1>
          <p class="lead">
            A galley is a ship’s kitchen. It has what it needs on board, because nobody can run out for it. That is the
            whole idea.
          </p>
        </div>
        <svg class="porthole" viewBox="0 0 512 512" aria-hidden="true">
          <circle cx="256" cy="256" r="256" fill="#0A1438" />
          <g fill="none" stroke="#3D63D9" stroke-width="1.5">
            <circle cx="256" cy="256" r="196" opacity=".55" />
            <circle cx="256" cy="256" r="226" opacity=".35" />
          </g>
          <svg x="106" y="106" width="300" height="300" viewBox="0 0 512 512">${markShapes}</svg>
        </svg>
      </section>

      <section class="plain prose">
        <h2>What we noticed</h2>
        <p>
          Restaurants moved their order book into a browser, and with it took on a habit of the office: when the network
          is gone, work is gone. In a kitchen there are twelve tickets on the pass.
        </p>
        <p>
          The usual answer is a better line, or a second one. We think the program is in the wrong place. What a kitchen
          needs tonight fits on a tablet many times over. So Galley puts it there, and treats the network as what it is:
          a visitor who comes and goes.
        </p>
      </section>

      <section class="tinted">
        <h2>What we hold ourselves to</h2>
        <ol class="path three">
          <li>
            <h3>Nothing is lost in silence</h3>
            <p>
              What cannot be done is said, with the reason and with both versions. This is the one rule that has no
              exceptions.
            </p>
          </li>
          <li>
            <h3>The device comes first</h3>
            <p>
              There is one way to write, and it is the same with a network and without. A feature that works only online
              has to say why.
            </p>
          </li>
          <li>
            <h3>Plain words</h3>
            <p>What happened, what it means, what to do. No alarm where none is due, and no cheer either.</p>
          </li>
          <li>
            <h3>Numbers before claims</h3>
            <p>
              Speed and safety are measured by commands that come with the source, and you can run them. We do not quote
              what we have not measured.
            </p>
          </li>
          <li>
            <h3>Small on purpose</h3>
            <p>
              An old tablet on a thin line is the normal case. Weight has a budget, and a change that breaks it does not
              go in.
            </p>
          </li>
          <li>
            <h3>Yours to leave</h3>
            <p>
              Open source under the MIT licence, an export of everything, your own server if you like. Staying should be
              a choice.
            </p>
          </li>
        </ol>
      </section>

      <section class="plain prose">
        <h2>Who runs this installation</h2>
        {{#operator}}
        <p>
          This site and the service behind it are run by <strong>{{operator}}</strong>{{#operator_address}},
          {{operator_address}}{{/operator_address}}.
        </p>
        {{/operator}} {{^operator}}
        <p>
          Galley is software that anyone may run. Whoever runs this installation has not put a name here yet; the
          contact form reaches them.
        </p>
        {{/operator}}
        <p>
          Questions, faults and ideas are welcome: <a href="/contact-us">write to us</a>. How we treat what you tell us
          stands in the <a href="/privacy-policy">privacy policy</a>.
        </p>
      </section>
      ${band('Come aboard')}`,
};
