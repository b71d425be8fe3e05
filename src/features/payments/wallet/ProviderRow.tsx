import { providers } from '../../../../contract/payments/providers.ts';
import { useId, type ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { CheckmarkCircle16Regular, Clock16Regular, ErrorCircle16Regular, Circle16Regular } from '@fluentui/react-icons';
import type { WalletProvider } from '../../../../contract/settings/wallet-provider-calls.ts';
import { whyNot } from '../../../api/online-reasons.ts';
import { useIsOnline } from '../../../sync/runtime/client.ts';
import { classes } from '../../../ui/classes.ts';
import { showRefused, showToast } from '../../../ui/page/toast.ts';
import { describeProvider, factsOf, providerStates } from './provider-labels.ts';
import css from './providers.module.css';

interface Props {
  provider: WalletProvider;
  /** Sets it up or changes it. Null: this cannot be done here. */
  action: ReactNode;
  onDisconnect: () => void;
  /** The open form. */
  children?: ReactNode;
}

/** One provider: its state, the provider's reason, what was entered and what can be done. */
export function ProviderRow({ provider, action, onDisconnect, children }: Props) {
  const { status, reason, details } = provider;
  const name = providers[provider.provider].label;
  const why = whyNot('provider_setup', useIsOnline());
  const [titleId, whyId] = [useId(), useId()];
  const webhookUrl = typeof details.webhook_url === 'string' ? details.webhook_url : null;
  const facts = factsOf(provider);
  return (
    <li className={`g-stack g-gap-8 g-pad-y-8 ${css.provider}`} aria-labelledby={titleId}>
      <div className="g-row g-wrap g-spread g-gap-12">
        <h4 className="g-strong" id={titleId}>
          {name}
        </h4>
        <span className={classes('g-inline g-gap-4 g-strong g-size-13', tones[status])}>
          {marks[status]}
          {providerStates[status]}
        </span>
      </div>
      <p className="g-soft">{describeProvider(provider)}</p>
      {reason !== null && <p className={css.fault}>{reason}</p>}
      {facts.length > 0 && (
        <dl className={`g-grid ${css.facts}`}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="g-break">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {webhookUrl !== null && <WebhookAddress url={webhookUrl} />}
      {children ?? (
        <div className="g-row g-wrap g-gap-12">
          {action}
          {status !== 'not_configured' && (
            <Button
              aria-label={`Disconnect ${name}`}
              aria-describedby={whyId}
              disabledFocusable={why !== null}
              onClick={onDisconnect}
            >
              Disconnect
            </Button>
          )}
        </div>
      )}
      <p id={whyId} className={`g-warn ${css.why}`} aria-live="polite">
        {status !== 'not_configured' && !children ? why : null}
      </p>
    </li>
  );
}

function WebhookAddress({ url }: { url: string }) {
  async function copy() {
    await navigator.clipboard.writeText(url).then(
      () => showToast({ title: 'Address copied' }),
      () => showRefused('Not copied', 'Select the address and copy it.'),
    );
  }
  return (
    <div className="g-stack g-gap-4">
      <span className="g-text-13 g-soft">Webhook address</span>
      <div className="g-row g-wrap g-gap-12">
        <code className="g-break">{url}</code>
        <Button onClick={() => void copy()}>Copy address</Button>
      </div>
      <p className="g-text-13 g-soft">
        Sign “time.body” with the secret key (HMAC-SHA256, hex) and send{' '}
        <code className="g-break">X-Galley-Signature: t=time,v1=signature</code>, with the time in seconds. A ping is{' '}
        <code className="g-break">{'{"type":"ping"}'}</code>.
      </p>
    </div>
  );
}

const tones = { not_configured: css.calm, pending: css.calm, verified: css.good, broken: css.bad };
const marks = {
  not_configured: <Circle16Regular />,
  pending: <Clock16Regular />,
  verified: <CheckmarkCircle16Regular />,
  broken: <ErrorCircle16Regular />,
};
