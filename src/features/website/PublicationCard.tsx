import { Button } from '@fluentui/react-components';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import { preview as previewCall, type WebsitePreview, type WebsiteSetup } from '../../../contract/website/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { useIsOnline } from '../../sync/runtime/client.ts';
import { showToast } from '../../ui/page/toast.ts';
import { links } from '../../links.ts';
import { openPreview, publish } from './requests.ts';
import css from './website.module.css';

/** Whether customers see the website, what it lacks before they can, and a look at it before. */
export function PublicationCard({ saved }: { saved: WebsiteSetup }) {
  const { published_at, publication_needs: needs, domain, subdomain } = saved;
  const isPublished = published_at !== null;
  const [preview, setPreview] = useState<WebsitePreview | null>(null);
  const isOnline = useIsOnline();
  const publication = useAction();
  const opening = useAction(previewCall);
  const { why } = opening;
  const isSending = publication.isSending || opening.isSending;
  const fault = publication.fault || opening.fault;
  const id = useId();

  async function set(is_published: boolean) {
    if (isSending || (is_published && needs.length > 0)) return;
    opening.show();
    const result = await publication.run(() => publish(is_published));
    if (!result?.ok) return;
    showToast({
      title: !isOnline
        ? 'Saved on this device. Customers see the change when you have been online.'
        : is_published
          ? 'Your website is published'
          : 'Your website is not public any more',
    });
  }
  async function show() {
    if (isSending) return;
    publication.show();
    const result = await opening.run(openPreview);
    if (result?.ok) setPreview(result.data);
  }

  return (
    <section className={`g-group ${css.card}`} aria-labelledby={`${id}-title`}>
      <h2 className="g-group-title" id={`${id}-title`}>
        {isPublished ? 'Published' : 'Not published yet'}
      </h2>
      <p>
        {isPublished
          ? `Customers find your menu at ${domain} and order there.`
          : 'Customers see a page that says so. Look at the preview, then publish it.'}
      </p>
      {!isPublished && needs.length > 0 && (
        <ul className={css.needs} aria-label="Missing">
          {needs.map((need) => (
            <li key={need}>
              <Link href={need === 'menu' ? links.menu() : links.settings({ tab: 'hours' })}>{needLabels[need]}</Link>
            </li>
          ))}
        </ul>
      )}
      <div className={`g-row g-wrap g-gap-12 ${css.bar}`}>
        <Button
          size="large"
          appearance={isPublished ? 'secondary' : 'primary'}
          aria-describedby={`${id}-state`}
          disabledFocusable={isSending || (!isPublished && needs.length > 0)}
          onClick={() => void set(!isPublished)}
        >
          {isPublished ? 'Unpublish website' : 'Publish website'}
        </Button>
        {isPublished && (
          // By path it works on every installation; where websites have hosts of their own, it leads there.
          <a
            className="g-action g-strong g-nowrap g-tall-44"
            href={`/site/${subdomain}`}
            target="_blank"
            rel="noreferrer"
          >
            View website
          </a>
        )}
        {!isPublished && (
          <Button
            size="large"
            aria-describedby={`${id}-state`}
            disabledFocusable={isSending || why !== null}
            onClick={() => void show()}
          >
            Preview website
          </Button>
        )}
        {!isPublished && preview && (
          <a className="g-action g-strong g-nowrap g-tall-44" href={preview.url} target="_blank" rel="noreferrer">
            Open the preview
          </a>
        )}
        <p id={`${id}-state`} className={fault ? 'g-size-13 g-bad' : 'g-size-13 g-soft'} aria-live="polite">
          {fault ||
            (isPublished ? '' : why) ||
            (!isPublished && needs.length > 0
              ? `Missing: ${needs.map((need) => missingWords[need]).join(' and ')}.`
              : !isPublished && preview
                ? 'The link shows the website for an hour.'
                : '')}
        </p>
      </div>
    </section>
  );
}

type Need = WebsiteSetup['publication_needs'][number];
const needLabels: Record<Need, string> = {
  menu: 'Publish a menu with at least one dish',
  opening_hours: 'Enter opening hours',
};
const missingWords: Record<Need, string> = { menu: 'a menu', opening_hours: 'opening hours' };
