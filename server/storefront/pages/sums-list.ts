import { html } from 'hono/html';
import type { SumLine } from '../../../contract/orders/sums.ts';
import type { Html } from './layout.ts';
import { money } from '../../platform/format.ts';

/** The sums of a basket or an order. */
export const sumsList = (lines: readonly SumLine[], currency: string): Html =>
  html`<dl class="sums">
    ${lines.map(
      ({ kind, label, amount }) =>
        html`<div class="${kind === 'total' ? 'total' : kind === 'included' ? 'soft small' : ''}">
          <dt>${label}</dt>
          <dd>${money(amount, currency)}</dd>
        </div>`,
    )}
  </dl>`;
