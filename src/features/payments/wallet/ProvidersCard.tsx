import { providers } from '../../../../contract/payments/providers.ts';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { Payment20Regular } from '@fluentui/react-icons';
import { listProviders, type WalletProvider } from '../../../../contract/settings/wallet-provider-calls.ts';
import { useReadAgain, useQuery } from '../../../api/use-server-data.ts';
import { SkeletonRows } from '../../../ui/page/SkeletonRows.tsx';
import { TestServicesBanner } from '../../../ui/page/TestServicesBanner.tsx';
import { showRefused, showToast } from '../../../ui/page/toast.ts';
import css from '../../../components/settings/settings.module.css';
import { CustomGatewayForm } from './CustomGatewayForm.tsx';
import { PaystackForm } from './PaystackForm.tsx';
import { failureText } from '../../../api/failure-text.ts';
import { whyRefused } from './provider-labels.ts';
import { disconnect } from './provider-requests.ts';
import { ProviderRow } from './ProviderRow.tsx';
import { StripeSetupButton } from './StripeSetupButton.tsx';

const ConfirmDialog = lazy(() =>
  import('../../../components/dialogs/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

interface Props {
  /** A provider was connected or disconnected. */
  onChange: () => void;
}

/** Who takes the restaurant's payments online. */
export function ProvidersCard({ onChange }: Props) {
  return (
    <section className={`g-group ${css.card}`} aria-labelledby="providers-card">
      <div className="g-row g-gap-12">
        <Payment20Regular aria-hidden="true" />
        <h3 className="g-group-title" id="providers-card">
          Payment providers
        </h3>
      </div>
      <p>They take your customers’ payments online and pay you out.</p>
      <Providers onChange={onChange} />
    </section>
  );
}

function Providers({ onChange }: Props) {
  const { answer, ask } = useQuery(listProviders, {});
  const [open, setOpen] = useState<WalletProvider['provider'] | null>(null);
  const [leaving, setLeaving] = useState<WalletProvider | null>(null);

  const isChecking = answer?.ok === true && answer.data.some(({ status }) => status === 'pending');
  // The owner comes back from the provider's pages before its answer does.
  useReadAgain(isChecking, ask);

  const ready = answer?.ok
    ? answer.data.flatMap(({ provider, status }) => (status === 'verified' ? [provider] : [])).join(' ')
    : null;
  const readyBefore = useRef<string | null>(null);
  useEffect(() => {
    if (ready === null) return;
    if (readyBefore.current !== null && readyBefore.current !== ready) onChange();
    readyBefore.current = ready;
  }, [ready, onChange]);

  async function leave({ provider }: WalletProvider) {
    const result = await disconnect(provider);
    if (result.ok) showToast({ title: `${providers[provider].label} disconnected` });
    else showRefused(`${providers[provider].label} not disconnected`, failureText(result, whyRefused));
    ask();
  }

  if (answer === null) return <SkeletonRows rows={3} rowHeight={64} label="Loading providers" />;
  if (!answer.ok)
    return (
      <>
        <p>{answer.kind === 'offline' ? 'Needs internet: the server keeps it.' : failureText(answer, whyRefused)}</p>
        <Button className={css.open} onClick={ask}>
          Try again
        </Button>
      </>
    );
  const close = () => {
    setOpen(null);
    ask();
  };
  return (
    <>
      {answer.data.some(({ is_double }) => is_double) && <TestServicesBanner />}
      <ul>
        {answer.data.map((provider) => (
          <ProviderRow
            key={provider.provider}
            provider={provider}
            action={<SetUp provider={provider} onOpen={() => setOpen(provider.provider)} />}
            onDisconnect={() => setLeaving(provider)}
          >
            {open === provider.provider ? <SetUpForm provider={provider} onClose={close} /> : null}
          </ProviderRow>
        ))}
      </ul>
      {leaving && (
        <Suspense>
          <ConfirmDialog
            title={`Disconnect ${providers[leaving.provider].label}?`}
            keepLabel="Keep it"
            submitLabel={`Disconnect ${providers[leaving.provider].label}`}
            onDo={() => void leave(leaving)}
            onClose={() => setLeaving(null)}
          >
            Customers can no longer pay through it. Payments that were made stay, and can be refunded there.
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
}

function SetUpForm({ provider, onClose }: { provider: WalletProvider; onClose: () => void }) {
  const former = formerOf(provider);
  if (provider.provider === 'custom') return <CustomGatewayForm former={former} onClose={onClose} />;
  return <PaystackForm provider={provider} onClose={onClose} />;
}

const formerOf = (provider: WalletProvider) => (provider.status === 'not_configured' ? null : provider);

function SetUp({ provider, onOpen }: { provider: WalletProvider; onOpen: () => void }) {
  const { provider: key, status, is_available } = provider;
  if (!is_available) return null;
  if (key === 'stripe')
    return status === 'verified' ? null : <StripeSetupButton isBegun={status !== 'not_configured'} />;
  const verb = status === 'not_configured' ? 'Set up' : 'Change';
  return (
    <Button
      appearance={status === 'not_configured' ? 'secondary' : 'outline'}
      aria-label={`${verb} ${providers[key].label}`}
      onClick={onOpen}
    >
      {verb}
    </Button>
  );
}
