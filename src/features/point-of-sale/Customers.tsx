import { Warning20Filled } from '@fluentui/react-icons';
import { shownPhone } from '../../../contract/auth/phone.ts';
import type { Customer } from '../../../contract/customers/calls.ts';
import type { Order } from '../../../contract/orders/calls.ts';
import { currentDb } from '../../data/current.ts';
import { useLive } from '../../data/live.ts';
import { allergenList } from '../../lib/allergen-label.ts';
import css from './point-of-sale.module.css';
import { customersLike, lastAddress } from './queries.ts';

interface Props {
  typed: string;
  onChoose: (customer: Customer, address: Order['delivery_address']) => void;
}

/** Customers on this device that match what was typed of a name or number. */
export function Customers({ typed, onChoose }: Props) {
  const found = useLive((db) => customersLike(db, typed), [typed]) ?? [];
  if (found.length === 0) return null;
  const choose = (customer: Customer) => {
    lastAddress(currentDb(), customer.id).then(
      (address) => onChoose(customer, address),
      // Name and number were asked for; an address can be typed.
      () => onChoose(customer, null),
    );
  };
  return (
    <ul className="g-stack g-gap-6" aria-label="Known customers">
      {found.map((one) => (
        <li key={one.id}>
          <button
            type="button"
            className={`g-row g-wrap g-full g-surface-2 g-round-8 g-outline ${css.person}`}
            onClick={() => choose(one)}
          >
            <b>{one.name}</b>
            <span>
              {shownPhone(one) ?? one.email}, {one.orders_count === 1 ? '1 order' : `${one.orders_count} orders`}
            </span>
            {one.customer_status === 'blocked' && (
              <span className={css.warn}>
                Blocked
                {one.note && (
                  <>
                    : <bdi>{one.note}</bdi>
                  </>
                )}
              </span>
            )}
            {one.allergens.length > 0 && (
              <span className={css.warn}>
                <Warning20Filled aria-hidden="true" /> {allergenList(one.allergens)}
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
