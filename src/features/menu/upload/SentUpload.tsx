import { lazy, Suspense, useEffect } from 'react';
import { Button, ProgressBar } from '@fluentui/react-components';
import { Checkmark20Regular, CloudOff20Regular, ErrorCircle20Regular } from '@fluentui/react-icons';
import { useLocation } from 'wouter';
import { useLive } from '../../../data/live.ts';
import { links } from '../../../links.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { SkeletonRows } from '../../../ui/page/SkeletonRows.tsx';
import { uploadErrorLabels } from './labels.ts';
import { settle } from './requests.ts';
import { uploadsHere } from './uploads-here.ts';
import css from './upload.module.css';
import { isReading, useUpload } from './use-upload.ts';
import { WaitingUpload } from './WaitingUpload.tsx';

const Review = lazy(() => import('./Review.tsx').then((module) => ({ default: module.Review })));

/** One upload: on its way from this device, or with the server. */
export function SentUpload({ id, currency }: { id: string; currency: string }) {
  const here = useLive(uploadsHere, []);
  const upload = here?.find((one) => one.id === id);
  if (here && !upload) return <ReadUpload id={id} currency={currency} />;
  return (
    <Page title="Upload a menu" breadcrumb={[{ label: 'Menu', to: links.menu() }]}>
      {upload ? <WaitingUpload upload={upload} /> : <SkeletonRows rows={4} label="Loading the upload" />}
    </Page>
  );
}

/** An upload that the server has: its progress, why it failed, or its review. */
function ReadUpload({ id, currency }: { id: string; currency: string }) {
  const result = useUpload(id);
  const [, navigate] = useLocation();
  const isDone = result?.ok === true && !isReading(result.data);
  useEffect(() => {
    // Its notification is for owners who have left this screen.
    if (isDone) void settle(id, 'seen');
  }, [id, isDone]);
  if (result?.ok && result.data.status === 'needs_review')
    return (
      <Suspense>
        <Review upload={result.data} currency={currency} />
      </Suspense>
    );
  const again = <Button onClick={() => navigate(links.menuUpload())}>Choose other pictures</Button>;
  return (
    <Page title="Upload a menu" breadcrumb={[{ label: 'Menu', to: links.menu() }]}>
      {result === null && <SkeletonRows rows={4} label="Loading the upload" />}
      {result?.ok && isReading(result.data) && (
        <div className={`g-stack g-gap-12 ${css.progress}`} role="status">
          <p className="g-text-16 g-strong">Reading your menu</p>
          <ProgressBar
            {...(result.data.pages_count ? { value: result.data.pages_done / result.data.pages_count } : {})}
            aria-label="Pages read"
          />
          <p className="g-soft">
            {result.data.pages_count
              ? `${result.data.pages_done} of ${result.data.pages_count} pages read.`
              : 'A page takes about ten seconds.'}{' '}
            You can leave this page: Galley tells you when it is done.
          </p>
        </div>
      )}
      {result?.ok && result.data.status === 'failed' && (
        <EmptyState icon={<ErrorCircle20Regular />} tone="bad" title="The menu could not be read" actions={again}>
          {result.data.error && uploadErrorLabels[result.data.error]}
        </EmptyState>
      )}
      {result?.ok && result.data.status === 'closed' && (
        <EmptyState
          icon={<Checkmark20Regular />}
          title="This upload is finished"
          actions={<Button onClick={() => navigate(links.menu())}>Go to the menu</Button>}
        >
          Its dishes were added or it was discarded, and its pictures are deleted.
        </EmptyState>
      )}
      {result && !result.ok && result.kind === 'offline' && (
        <EmptyState icon={<CloudOff20Regular />} tone="warn" title="You are offline">
          What was read stays on the server. It is shown here as soon as there is a network.
        </EmptyState>
      )}
      {result && !result.ok && result.kind === 'refused' && (
        <EmptyState icon={<ErrorCircle20Regular />} tone="bad" title="This upload cannot be shown" actions={again}>
          {result.error.message}
        </EmptyState>
      )}
    </Page>
  );
}
