import { Button } from '@fluentui/react-components';
import { Link } from 'wouter';
import type { WebsiteSetup } from '../../../contract/website/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { useIsOnline } from '../../sync/runtime/client.ts';
import { showToast } from '../../ui/page/toast.ts';
import { links } from '../../links.ts';
import { publish } from './requests.ts';
import { Section } from './TextSections.tsx';

/** Whether customers see the website, what it lacks before they can, and where the rest of it is changed. */
export function PublicationCard({ saved }: Props) {
  const { published_at, publication_needs: needs, domain, subdomain } = saved;
  const isPublished = published_at !== null;
  return (
    <Section title={isPublished ? 'Published' : 'Not published yet'}>
      <p>
        {isPublished
          ? `Customers find your menu at ${domain} and order there.`
          : 'Customers see a page that says so. Look at the preview, then publish it.'}
      </p>
      {!isPublished && needs.length > 0 && (
        <ul className="g-stack g-gap-4" aria-label="Missing">
          {needs.map((need) => (
            <li key={need}>
              <Link href={need === 'menu' ? links.menu() : links.settings({ tab: 'hours' })}>{needLabels[need]}</Link>
            </li>
          ))}
        </ul>
      )}
      <p className="g-row g-wrap g-gap-12">
        {isPublished && (
          // By path it works on every installation; where websites have hosts of their own, it leads there.
          <a href={`/site/${subdomain}`} target="_blank" rel="noreferrer">
            View website
          </a>
        )}
        <Link href={links.settings({ tab: 'account' })}>Name and contact details</Link>
        <Link href={links.settings({ tab: 'hours' })}>Opening hours</Link>
        <Link href={links.settings({ tab: 'orders' })}>Order types</Link>
      </p>
      {isPublished && (
        <div className="g-row g-wrap g-gap-12">
          <PublishButton saved={saved} isDirty={false} save={() => true} />
        </div>
      )}
    </Section>
  );
}

interface Props {
  saved: WebsiteSetup;
}

/** `save`: of what is not saved yet; false: it cannot be. */
export function PublishButton({ saved, isDirty, save }: Props & { isDirty: boolean; save: () => boolean }) {
  const isPublished = saved.published_at !== null;
  const isOnline = useIsOnline();
  const { run, fault, isSending, stateId } = useAction();
  const isBlocked = isSending || (!isPublished && saved.publication_needs.length > 0);

  async function set() {
    if (isBlocked || (!isPublished && !save())) return;
    const result = await run(() => publish(!isPublished));
    if (!result?.ok) return;
    showToast({
      title: !isOnline
        ? 'Saved on this device. Customers see the change when you have been online.'
        : isPublished
          ? 'Your website is not public any more'
          : 'Your website is published',
    });
  }
  return (
    <>
      <Button
        appearance={isPublished || isDirty ? 'secondary' : 'primary'}
        aria-describedby={stateId}
        disabledFocusable={isBlocked}
        onClick={() => void set()}
      >
        {isPublished ? 'Unpublish website' : isDirty ? 'Save and publish' : 'Publish website'}
      </Button>
      <p id={stateId} className="g-bad" aria-live="polite">
        {fault}
      </p>
    </>
  );
}

const needLabels: Record<WebsiteSetup['publication_needs'][number], string> = {
  menu: 'Publish a menu with at least one dish',
  opening_hours: 'Enter opening hours',
};
