import { Button } from '@fluentui/react-components';
import { useId, useState } from 'react';
import * as z from 'zod/mini';
import * as website from '../../../contract/website/calls.ts';
import type { DomainAnswer, WebsiteSetup } from '../../../contract/website/calls.ts';
import { faultOfSubdomain, isForeign, readDomain } from '../../../contract/website/domain-names.ts';
import { useAction } from '../../api/use-action.ts';
import { FormDialog } from '../../components/dialogs/FormDialog.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { showToast } from '../../ui/page/toast.ts';
import { whyRefused } from './labels.ts';
import { checkDomain, saveDomain } from './requests.ts';

interface Props {
  saved: WebsiteSetup;
  onSaved: (setup: WebsiteSetup) => void;
  onClose: () => void;
}

export function DomainDialog({ saved, onSaved, onClose }: Props) {
  const [{ subdomain, custom_domain }, setDraft] = useState(() => ({
    subdomain: saved.subdomain,
    custom_domain: saved.custom_domain ?? '',
  }));
  const { run, isBlocked, why, fault, errors, show } = useAction(website.saveDomain, whyRefused);
  const edit = (change: { subdomain?: string; custom_domain?: string }) => {
    show();
    setDraft({ subdomain, custom_domain, ...change });
  };

  async function save() {
    const name = readDomain(subdomain);
    const wrong = name === saved.subdomain ? null : faultOfSubdomain(name);
    if (wrong) return show('', { subdomain: wrong.reason });
    const result = await run(() => saveDomain({ subdomain, custom_domain }, saved.revisions.domain));
    if (result?.ok) {
      onSaved(result.data);
      showToast({ title: 'Address saved' });
      onClose();
    } else if (result?.error.code === 'changed_elsewhere') {
      const theirs = z.safeParse(website.WebsiteSetup, result.error.current).data;
      if (theirs) onSaved(theirs);
    }
  }

  return (
    <FormDialog
      title="Change the address"
      submitLabel="Save address"
      isDisabled={isBlocked}
      onDo={() => {
        void save();
        return false;
      }}
      onClose={onClose}
    >
      <TextField
        name="subdomain"
        label="Name"
        required
        maxLength={63}
        value={subdomain}
        error={errors.subdomain ?? null}
        hint={`${subdomain || '…'}.${saved.platform_domain}`}
        onChange={(name) => edit({ subdomain: name.toLowerCase() })}
      />
      {subdomain !== saved.subdomain && (
        <p className="g-size-13 g-warn">{`The former address, ${saved.subdomain}, stops working. Others can take it.`}</p>
      )}
      <CheckButton domain={subdomain} label="Check name" />
      <TextField
        name="custom_domain"
        label="Your own domain"
        placeholder="www.tamarind-kitchen.com"
        value={custom_domain}
        error={errors.custom_domain ?? null}
        hint={
          isForeign(custom_domain)
            ? 'It has letters that can be mistaken for others. Compare it letter by letter.'
            : 'Without one, leave it empty.'
        }
        onChange={(domain) => edit({ custom_domain: domain })}
      />
      {custom_domain && <CheckButton domain={custom_domain} label="Check domain" />}
      <p className="g-bad" aria-live="polite">
        {fault || why}
      </p>
    </FormDialog>
  );
}

/** Asks whether an address is free. The answer stays as long as the address. */
export function CheckButton({ domain, label }: { domain: string; label: string }) {
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
      <Button aria-describedby={`${id}-answer`} disabledFocusable={isBlocked} onClick={() => void ask()}>
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
