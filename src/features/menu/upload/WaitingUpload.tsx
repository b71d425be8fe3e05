import { Button, ProgressBar } from '@fluentui/react-components';
import { ErrorCircle20Regular } from '@fluentui/react-icons';
import { useLocation } from 'wouter';
import { links } from '../../../links.ts';
import { restore } from '../../../sync/recovery/unsent-changes.ts';
import { useIsOnline } from '../../../sync/runtime/client.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { showNotSaved, showRefused } from '../../../ui/page/toast.ts';
import { describeUploadRefusal } from '../describe.ts';
import { removeUpload } from './remove-upload.ts';
import { type UploadHere, uploadWords } from './uploads-here.ts';
import css from './upload.module.css';

const notRemoved = showNotSaved('The pages were not removed');

/** An upload whose pages are on this device: it waits for a network, is being sent, or was refused. */
export function WaitingUpload({ upload }: { upload: UploadHere }) {
  const isOnline = useIsOnline();
  const [, navigate] = useLocation();
  const remove = () =>
    removeUpload(upload).then((isGone) => {
      if (isGone) navigate(links.menuUpload(), { replace: true });
      else showRefused('It has been sent already');
    }, notRemoved);
  const removeIt = <Button onClick={() => void remove()}>Remove</Button>;
  if (upload.deadLetter)
    return (
      <EmptyState
        icon={<ErrorCircle20Regular />}
        tone="bad"
        title="The menu was not read"
        actions={
          <>
            <Button
              appearance="primary"
              onClick={() => restore(upload.key).catch(showNotSaved('The menu was not queued'))}
            >
              Try again
            </Button>
            {removeIt}
          </>
        }
      >
        {describeUploadRefusal(upload.deadLetter).why}
      </EmptyState>
    );
  return (
    <div className={`g-stack g-gap-12 ${css.progress}`}>
      <div className="g-stack g-gap-12" role="status">
        <p className="g-text-16 g-strong">{uploadWords(upload, isOnline)}</p>
        {isOnline && (
          <ProgressBar
            {...(upload.sent < upload.fileIds.length && { value: upload.sent / upload.fileIds.length })}
            aria-label="Pages sent"
          />
        )}
        <p className="g-soft">
          {isOnline
            ? 'Galley reads the menu when all pages have arrived. You can leave this page.'
            : 'The pages are safe on this device. They are sent and read as soon as you are connected.'}
        </p>
      </div>
      {upload.isRemovable && <div>{removeIt}</div>}
    </div>
  );
}

/** Those that wait, above the choice of another one. */
export function WaitingUploads({ uploads }: { uploads: readonly UploadHere[] }) {
  const isOnline = useIsOnline();
  const [, navigate] = useLocation();
  return (
    <ul className={`g-stack ${css.files} ${css.choose}`} aria-label="Menus that wait on this device">
      {uploads.map((upload) => {
        const words = upload.deadLetter ? 'Not read' : uploadWords(upload, isOnline);
        return (
          <li key={upload.key} className="g-row g-gap-8 g-rule-below">
            <span className={`g-fill ${upload.deadLetter ? 'g-bad' : ''}`}>{words}</span>
            <Button appearance="subtle" onClick={() => navigate(links.menuUpload({ upload: upload.id }))}>
              Show
            </Button>
            {upload.isRemovable && (
              <Button
                appearance="subtle"
                aria-label={`Remove: ${words}`}
                onClick={() => removeUpload(upload).catch(notRemoved)}
              >
                Remove
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
