import { Comment20Regular, Warning20Filled } from '@fluentui/react-icons';
import type { Order } from '../../../../contract/orders/calls.ts';
import { allergenLabel } from '../../../lib/allergen-label.ts';
import css from './detail.module.css';

/** Allergies come first and in red; a note without an allergy is neutral. */
export function OrderAllergy({ order }: { order: Order }) {
  if (order.allergens.length > 0) {
    return (
      <section className={`g-ink ${css.allergy}`} aria-label="Allergy">
        <Warning20Filled />
        <div>
          <h2 className="g-text-16 g-strong">Allergy: {order.allergens.map(allergenLabel).join(', ')}</h2>
          {order.customer_note && (
            <p>
              Customer wrote: “<bdi>{order.customer_note}</bdi>”
            </p>
          )}
        </div>
      </section>
    );
  }
  if (!order.customer_note && !order.kitchen_note) return null;
  return (
    <section className={`g-surface-2 ${css.note}`} aria-label="Notes">
      <Comment20Regular />
      <div>
        {order.customer_note && (
          <p>
            Customer wrote: “<bdi>{order.customer_note}</bdi>”
          </p>
        )}
        {order.kitchen_note && (
          <p>
            For the kitchen: <bdi>{order.kitchen_note}</bdi>
          </p>
        )}
      </div>
    </section>
  );
}
