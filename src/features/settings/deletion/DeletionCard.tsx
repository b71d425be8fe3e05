import { lazy, Suspense, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { Delete24Regular } from '@fluentui/react-icons';
import { DELETION_DAYS, getDeletion, type DeletionObstacle } from '../../../../contract/account/calls.ts';
import { whyNot } from '../../../api/online-reasons.ts';
import { useQuery } from '../../../api/use-server-data.ts';
import { useRestaurant } from '../../../session/use-restaurant.ts';
import { useIsOnline } from '../../../sync/runtime/client.ts';
import css from '../../../components/settings/settings.module.css';
import { RequestedDeletion } from './RequestedDeletion.tsx';

const DeletionForm = lazy(() => import('./DeletionForm.tsx').then((m) => ({ default: m.DeletionForm })));

/** Ends the account for good, after a time in which it can be kept. */
export function DeletionCard() {
  return (
    <section className={`g-group ${css.card}`} aria-labelledby="deletion-card">
      <div className="g-row g-gap-12">
        <Delete24Regular aria-hidden="true" />
        <h3 className="g-group-title" id="deletion-card">
          Delete account
        </h3>
      </div>
      <State />
    </section>
  );
}

function State() {
  const { answer, ask } = useQuery(getDeletion, {});
  const [isOpen, setIsOpen] = useState(false);
  const name = useRestaurant()?.name ?? '';
  const why = whyNot('account_data', useIsOnline());
  if (!answer?.ok)
    return (
      <p className="g-warn" role="status">
        {why ?? (answer === null ? 'Asking the server …' : 'The server does not answer now.')}
      </p>
    );
  const { deletes_at: at, obstacles } = answer.data;
  if (at !== null) return <RequestedDeletion at={at} obstacles={obstacles} onDone={ask} />;
  return (
    <>
      <p>
        Your restaurant stops taking orders and reservations from customers at once. After {DELETION_DAYS} days
        everything is deleted: menu, customers, orders, payments, chats, images and your sign-in. Until then you can
        cancel it. Export your data first, if the law asks you to keep your books.
      </p>
      {obstacles.map((obstacle) => (
        <p key={obstacle} className="g-warn">
          {obstacleLabels[obstacle]}
        </p>
      ))}
      {isOpen ? (
        <Suspense>
          <DeletionForm
            name={name}
            onDone={() => {
              setIsOpen(false);
              ask();
            }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      ) : (
        obstacles.length === 0 && (
          <Button className={css.open} onClick={() => setIsOpen(true)}>
            Delete account …
          </Button>
        )
      )}
    </>
  );
}

/** Why the account cannot be deleted yet, and what to do. */
const obstacleLabels: Record<DeletionObstacle, string> = {
  wallet: 'There is money in the wallet. Withdraw it before you delete the account.',
  withdrawal: 'A withdrawal is under way. Wait until it has arrived before you delete the account.',
  subscription: 'Your subscription goes on charging. Cancel it before you delete the account.',
};
