import { BalanceCard } from './BalanceCard.tsx';
import { ProvidersCard } from './ProvidersCard.tsx';

/** Money that providers collect for the restaurant: where it comes from, what there is, and how it leaves. */
export function WalletTab() {
  return (
    <>
      <BalanceCard />
      <ProvidersCard />
    </>
  );
}
