import { html } from 'hono/html';
import { allergens } from '../../../contract/menu/parts.ts';
import type { Html } from './layout.ts';
import { allergenLabel, capital } from './words.ts';

/** A form of a page as it was sent, if it is shown again. */
export interface SentForm {
  form: URLSearchParams;
  /** What is wrong, by field. */
  wrong?: Record<string, string>;
}

interface FieldOptions {
  type?: string;
  value?: string;
  autocomplete?: string;
  maxlength?: number;
  /** Of a number or a date. */
  min?: number | string;
  max?: number | string;
  required?: boolean;
  hint?: string;
}

/** A labelled input with what was typed, and what is wrong with it. */
export function field({ form, wrong }: SentForm, name: string, label: string, options: FieldOptions): Html {
  const { type = 'text', value = '', autocomplete = 'off', maxlength, min, max, required, hint } = options;
  return html`<label class="field"
    >${label} ${hint && html`<span class="soft small">${hint}</span>`}
    <input
      name="${name}"
      type="${type}"
      value="${form.get(name) ?? value}"
      autocomplete="${autocomplete}"
      ${maxlength && html`maxlength="${maxlength}"`}
      ${min !== undefined && html`min="${min}"`}
      ${max !== undefined && html`max="${max}"`}
      ${required && html`required`}
      ${describedBy(name, wrong)}
    />
    ${faultOf(name, wrong)}
  </label>`;
}

export const describedBy = (name: string, wrong: Record<string, string> = {}) =>
  wrong[name] === undefined ? '' : html`aria-invalid="true" aria-describedby="w-${name}"`;
export const faultOf = (name: string, wrong: Record<string, string> = {}) =>
  wrong[name] === undefined ? '' : html`<span class="bad" id="w-${name}">${wrong[name]}</span>`;

export const allergiesOf = ({ form }: SentForm): Html =>
  html`<details ${form.getAll('allergens').length > 0 && html`open`}>
    <summary>Tell us about allergies</summary>
    <div class="checks">
      ${allergens.map((one) => html`<label><input type="checkbox" name="allergens" value="${one}" ${form.getAll('allergens').includes(one) && html`checked`} /> ${capital(allergenLabel(one))}</label>`)}
    </div>
  </details>`;
