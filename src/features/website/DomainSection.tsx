import { Button } from '@fluentui/react-components';
import { useId, useState } from 'react';
import * as website from '../../../contract/website/calls.ts';
import type { DomainAnswer, WebsiteSetup } from '../../../contract/website/calls.ts';
import { faultOfSubdomain, isForeign, readDomain } from '../../../contract/website/domain-names.ts';
import { useAction } from '../../api/use-action.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { domainStatusLabels } from './labels.ts';
import { checkDomain, saveDomain } from './requests.ts';
import { SectionCard } from './SectionCard.tsx';
import type { Editor } from './use-drafts.ts';
import css from './website.module.css';

/** The address of the website: under the platform's domain, and a domain of one's own. */
export function DomainSection({ editor }: { editor: Editor }) {
  return (
    <SectionCard
      section="domain"
      title="Address"
      what="address"
      editor={editor}
      online={website.saveDomain}
      save={({ shown, seen }) => saveDomain(shown, seen)}
      faultsOf={(shown) => faultsOf(shown, editor.saved)}
    >
      {({ shown, errors, edit }) => (
        <>
          <p>Customers find your menu here and order.</p>
          <TextField
            name="subdomain"
            label="Name"
            required
            maxLength={63}
            value={shown.subdomain}
            error={errors.subdomain ?? null}
            hint={`${shown.subdomain || '…'}.${shown.platform_domain}`}
            onChange={(subdomain) => edit({ subdomain: subdomain.toLowerCase() })}
          />
          {shown.subdomain !== editor.saved.subdomain && (
            <p className="g-size-13 g-warn">{`The former address, ${editor.saved.subdomain}, stops working. Others can take it.`}</p>
          )}
          <CheckButton domain={shown.subdomain} label="Check name" />
          <TextField
            name="custom_domain"
            label="Your own domain"
            placeholder="www.tamarind-kitchen.com"
            value={shown.custom_domain ?? ''}
            error={errors.custom_domain ?? null}
            hint={
              isForeign(shown.custom_domain ?? '')
                ? 'It has letters that can be mistaken for others. Compare it letter by letter.'
                : 'Without one, leave it empty.'
            }
            onChange={(custom_domain) => edit({ custom_domain })}
          />
          {shown.custom_domain && <CheckButton domain={shown.custom_domain} label="Check domain" />}
          <DomainState saved={editor.saved} />
        </>
      )}
    </SectionCard>
  );
}

function DomainState({ saved }: { saved: WebsiteSetup }) {
  if (saved.custom_domain === null) return null;
  return (
    <div className="g-stack g-gap-4">
      <p>{`${saved.custom_domain}: ${domainStatusLabels[saved.custom_domain_status]}`}</p>
      {saved.verification && saved.custom_domain_status !== 'verified' && (
        <>
          <p>Add this TXT record at the company where you registered the domain, then save it again.</p>
          <dl className={css.record}>
            <dt>Name</dt>
            <dd>{saved.verification.record_name}</dd>
            <dt>Value</dt>
            <dd>{saved.verification.record_value}</dd>
          </dl>
        </>
      )}
    </div>
  );
}

/** Asks whether an address is free. The answer stays as long as the address. */
function CheckButton({ domain, label }: { domain: string; label: string }) {
  const [found, setFound] = useState<{ about: string; text: string } | null>(null);
  const { run, isBlocked, why, fault } = useAction(website.checkDomain);
  const id = useId();
  async function ask() {
    if (domain.trim() === '') return;
    const result = await run(() => checkDomain(domain));
    if (result) setFound({ about: domain, text: result.ok ? answerLabel(result.data) : '' });
  }
  return (
    <div className="g-row g-wrap g-gap-12">
      <Button size="large" aria-describedby={`${id}-answer`} disabledFocusable={isBlocked} onClick={() => void ask()}>
        {label}
      </Button>
      <p id={`${id}-answer`} className="g-size-13 g-soft" aria-live="polite">
        {why ?? (found?.about === domain ? found.text || fault : '')}
      </p>
    </div>
  );
}

const availabilityLabels: Record<DomainAnswer['availability'], string> = {
  available: 'Free',
  taken: 'Taken',
  reserved: 'Reserved',
  invalid: 'Not possible',
  unknown: 'Not known',
};

const answerLabel = ({ domain, availability, reason }: DomainAnswer) =>
  `${domain} – ${availabilityLabels[availability]}. ${reason}`;

function faultsOf({ subdomain }: WebsiteSetup, saved: WebsiteSetup): Record<string, string> {
  const name = readDomain(subdomain);
  const fault = name === saved.subdomain ? null : faultOfSubdomain(name);
  return fault ? { subdomain: fault.reason } : {};
}
