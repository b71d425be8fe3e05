import { useEffect } from 'react';
import { Button } from '@fluentui/react-components';
import { useReadAgain, useServerData } from '../../../api/use-server-data.ts';
import { useRestaurant } from '../../../session/use-restaurant.ts';
import { useIsOnline } from '../../../sync/runtime/client.ts';
import { SkeletonRows } from '../../../ui/page/SkeletonRows.tsx';
import { useMinute } from '../../../ui/use-minute.ts';
import settings from '../../../components/settings/settings.module.css';
import { BankAccounts } from './BankAccounts.tsx';
import { MoneyOut } from './MoneyOut.tsx';
import { readWallet, type WalletPage } from './requests.ts';
import { StatementCard } from './StatementCard.tsx';
import { WalletSums } from './WalletSums.tsx';
import { WithdrawalHistory } from './WithdrawalHistory.tsx';

/** The last answer, so that the tab shows its sums without a network. Not on the disk: a lost tablet should not tell them. */
let kept: { restaurantId: string; page: WalletPage } | null = null;

interface Props {
  /** How often a provider was connected or disconnected while this is shown: what can be done here depends on it. */
  providerChanges: number;
}

/** Money that providers hold for the restaurant, and how it reaches the bank. */
export function BalanceCard({ providerChanges }: Props) {
  const restaurantId = useRestaurant()?.id;
  return restaurantId === undefined ? null : <Balance restaurantId={restaurantId} providerChanges={providerChanges} />;
}

function Balance({ restaurantId, providerChanges }: Props & { restaurantId: string }) {
  const { answer, ask } = useServerData(readWallet);
  const isOnline = useIsOnline();
  const now = useMinute();
  const page = answer?.ok ? answer.data : kept?.restaurantId === restaurantId ? kept.page : null;
  useEffect(() => {
    if (answer?.ok) kept = { restaurantId, page: answer.data };
  }, [answer, restaurantId]);
  useEffect(() => {
    if (providerChanges > 0) ask();
  }, [providerChanges, ask]);
  useReadAgain(page?.open != null, ask);

  if (page === null)
    return (
      <section className={`g-group ${settings.card}`} aria-label="Wallet">
        {answer === null ? (
          <SkeletonRows rows={3} rowHeight={48} label="Loading the wallet" />
        ) : (
          <>
            <p>
              {isOnline ? 'The server did not tell the balance.' : 'The balance needs internet: the server keeps it.'}
            </p>
            <Button className={settings.open} onClick={ask}>
              Try again
            </Button>
          </>
        )}
      </section>
    );
  return (
    <>
      <section className={`g-group ${settings.card}`} aria-labelledby="wallet-card">
        <h3 className="g-group-title" id="wallet-card">
          Balance
        </h3>
        <WalletSums wallet={page.wallet} readAt={page.readAt} now={now} />
        <MoneyOut page={page} onChange={ask} />
      </section>
      <BankAccounts page={page} onChange={ask} />
      {page.history.length > 0 && <WithdrawalHistory history={page.history} />}
      <StatementCard />
    </>
  );
}
