import { Button } from '@fluentui/react-components';
import { lazy, Suspense, useState } from 'react';
import * as website from '../../../contract/website/calls.ts';
import type { WebsiteSetup } from '../../../contract/website/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { domainStatusLabels } from './labels.ts';
import css from './website.module.css';

const DomainDialog = lazy(() => import('./DomainDialog.tsx').then((module) => ({ default: module.DomainDialog })));

interface Props {
  saved: WebsiteSetup;
  onSaved: (setup: WebsiteSetup) => void;
}

/** The address of the website: under the platform's domain, and a domain of one's own. */
export function DomainSection({ saved, onSaved }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { why, stateId, isBlocked } = useAction(website.saveDomain);
  return (
    <section className={`g-group ${css.card}`} aria-labelledby={`${stateId}-title`}>
      <h2 className="g-group-title" id={`${stateId}-title`}>
        Address
      </h2>
      <p>{saved.domain}</p>
      <DomainState saved={saved} />
      <div className="g-row g-wrap g-gap-12">
        <Button aria-describedby={stateId} disabledFocusable={isBlocked} onClick={() => setIsOpen(true)}>
          Change address
        </Button>
        <p id={stateId} className="g-size-13 g-soft" aria-live="polite">
          {why}
        </p>
      </div>
      {isOpen && (
        <Suspense>
          <DomainDialog saved={saved} onSaved={onSaved} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </section>
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
