import { contactLimits } from '../../contract/contact/calls.ts';
import { html, Html, type Piece } from '../html.ts';
import type { Page } from '../layout.ts';

/** When the form returns without JavaScript, the server fills in the input and its errors. */
export const contactUs: Page = {
  path: '/contact-us',
  title: 'Contact us',
  description:
    'Write to the people who run this Galley: questions before you start, faults, ideas, and requests about your data.',
  layout: 'default',
  body: () =>
    html`
<article class="contact">
<div>
<h1>Contact us</h1>
<p class="lead">A question before you start, a fault, an idea, or a request about your data: it all arrives at the same place.</p>
<div class="thanks" data-thanks tabindex="-1" role="status"{{^sent}} hidden{{/sent}}>
<h2>Your message has arrived</h2>
<p>We answer to the e-mail address that you gave. If it was wrong, <a href="/contact-us">write again</a>.</p>
</div>
<form method="post" action="/contact-us" data-contact{{#sent}} hidden{{/sent}}>
{{#problem}}<p class="notice">{{problem}}</p>{{/problem}}
<p class="required"><span aria-hidden="true">*</span> Required</p>
${field({ name: 'name', label: 'Your name', isNeeded: true, wrong: 'Write your name, so that we know whom we answer.' }, html`<input class="input" type="text" autocomplete="name" maxlength="${contactLimits.name}"`)}
${field({ name: 'email', label: 'E-mail', isNeeded: true, hint: 'We only use it to reply.', wrong: 'Write an e-mail address such as name@example.com, so that the answer reaches you.' }, html`<input class="input" type="email" autocomplete="email" inputmode="email" maxlength="${contactLimits.email}"`)}
${field({ name: 'restaurant_name', label: 'Restaurant', hint: 'Optional', wrong: `Write at most ${contactLimits.restaurant_name} characters, on one line.` }, html`<input class="input" type="text" autocomplete="organization" maxlength="${contactLimits.restaurant_name}"`)}
<div class="field">
<label for="message">Message <span aria-hidden="true">*</span></label>
<p class="hint" id="message-hint">Please leave out passwords, codes and card numbers.</p>
<textarea class="input" id="message" name="message" rows="8" maxlength="${contactLimits.message}" required data-wrong="${MESSAGE_WRONG}"{{#message_wrong}} aria-invalid="true"{{/message_wrong}} aria-describedby="message-hint{{#message_wrong}} message-wrong{{/message_wrong}}">
{{message}}</textarea>{{#message_wrong}}<p class="wrong" id="message-wrong">${MESSAGE_WRONG}</p>{{/message_wrong}}
</div>
<div class="trap" aria-hidden="true"><label for="website">Leave this empty</label><input id="website" name="website" type="text" tabindex="-1" autocomplete="off" data-1p-ignore data-lpignore="true"></div>
<p class="notice" role="alert" hidden></p>
<button class="button" type="submit">Send the message</button>
<p class="note">We keep it for 180 days. More in the <a href="/privacy-policy">privacy policy</a>.</p>
</form>
</div>
<aside aria-label="Other ways">
<h2>Before you write</h2>
<dl>
<dt>You cannot sign in</dt><dd><a href="/forgot-password">Set a new password</a>. It needs the mailbox of the account and a network.</dd>
<dt>Changes wait on a tablet</dt><dd>Open the line at the top of the app. It says what is waiting, and why. Nothing needs to be typed again.</dd>
<dt>An order at a restaurant</dt><dd>Ask the restaurant itself. We run its software and do not know what is in the bag.</dd>
{{#contact_email}}<dt>By e-mail</dt><dd><a href="mailto:{{contact_email}}">{{contact_email}}</a></dd>{{/contact_email}}
{{#operator}}<dt>By post</dt><dd>{{operator}}{{#operator_address}}<br>{{operator_address}}{{/operator_address}}</dd>{{/operator}}
</dl>
</aside>
</article>`,
};

const MESSAGE_WRONG = `Write what it is about, in at most ${contactLimits.message} characters.`;

interface Field {
  name: string;
  label: string;
  isNeeded?: boolean;
  hint?: string;
  wrong: string;
}

function field({ name, label, isNeeded = false, hint, wrong }: Field, control: Piece): Html {
  const faulty = (inside: string) => new Html(`{{#${name}_wrong}}${inside}{{/${name}_wrong}}`);
  const described = hint
    ? html` aria-describedby="${name}-hint${faulty(` ${name}-wrong`)}"`
    : faulty(` aria-describedby="${name}-wrong"`);
  return html`<div class="field">
    <label for="${name}">${label}${isNeeded && html` <span aria-hidden="true">*</span>`}</label>
    ${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`} ${control} id="${name}" name="${name}"
    value="{{${name}}}"
    data-wrong="${wrong}"${isNeeded && html` required`}${faulty(' aria-invalid="true"')}${described}>${faulty(`<p class="wrong" id="${name}-wrong">`)}${faulty(wrong.replaceAll('&', '&amp;'))}${faulty('</p>')}
  </div>`;
}
