import { useCallback, useState } from 'react';
import { BalanceCard } from './BalanceCard.tsx';
import { ProvidersCard } from './ProvidersCard.tsx';

/** Money that providers collect for the restaurant: where it comes from, what there is, and how it leaves. */
export function WalletTab() {
  const [providerChanges, setProviderChanges] = useState(0);
  const onChange = useCallback(() => setProviderChanges((n) => n + 1), []);
  return (
    <>
      <h2 className="g-text-18 g-strong">Wallet</h2>
      <BalanceCard providerChanges={providerChanges} />
      <ProvidersCard onChange={onChange} />
    </>
  );
}
