import { isHosted, providers } from '../../../contract/payments/providers.ts';
import { Link } from 'wouter';
import { listDifferences, type Difference } from '../../../contract/payments/online-calls.ts';
import { useQuery } from '../../api/use-server-data.ts';
import { money } from '../../lib/money.ts';
import { links } from '../../links.ts';
import css from './payments.module.css';

/** What the provider's records say otherwise than the books. Nothing is shown while all agree. */
export function Differences() {
  const { answer } = useQuery(listDifferences, {});
  const differences = answer?.ok ? answer.data : [];
  const [first] = differences;
  if (!first) return null;
  return (
    <section className={`g-card ${css.section} ${css.differences}`} aria-labelledby="payment-differences">
      <h2 className="g-text-16 g-below-8" id="payment-differences">
        Differences with {isHosted(first.provider) ? providers[first.provider].label : 'your own gateway'}
      </h2>
      <ul>
        {differences.map((difference) => (
          <li key={difference.id} className="g-facts g-baseline g-pad-y-8">
            <span>
              {difference.payment_id ? (
                <Link href={links.payment(difference.payment_id)}>{messages[difference.kind]}</Link>
              ) : (
                messages[difference.kind]
              )}{' '}
              <span className="g-remark g-break">{difference.provider_reference}</span>
            </span>
            <span className="g-remark">{amounts(difference)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const messages: Record<Difference['kind'], string> = {
  missing_here: 'Not in Galley’s books',
  missing_at_provider: 'Not in the provider’s records',
  amount_differs: 'Another amount',
  fee_differs: 'Another fee',
  status_differs: 'Failed here, done there',
};

const amounts = ({ ledger_amount, provider_amount, currency }: Difference) =>
  `here ${money(ledger_amount, currency)}, there ${money(provider_amount, currency)}`;
