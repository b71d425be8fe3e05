import { Button } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import * as website from '../../../contract/website/calls.ts';
import type { WebsiteDraft } from '../../../contract/website/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { useQuery } from '../../api/use-server-data.ts';
import { serverNow } from '../../lib/server-now.ts';
import { classes } from '../../ui/classes.ts';
import css from './website.module.css';

/** So long nothing is typed before the server draws the page. */
const SETTLED_MS = 400;

interface Props {
  draft: WebsiteDraft;
  subdomain: string;
  /** Another value: the server has something new. */
  sent: number;
}

/** The website's first page as the server makes it, with the edits that are not saved yet. */
export function Preview({ draft, subdomain, sent }: Props) {
  const [isPhone, setIsPhone] = useState(true);
  const { answer, ask } = useQuery(website.preview, {});
  const { why, stateId } = useAction(website.preview);
  const place = useRef<HTMLDivElement>(null);
  const written = JSON.stringify(draft);
  const given = answer?.ok ? answer.data : null;

  useEffect(() => {
    if (!given || why !== null) return undefined;
    if (Date.parse(given.expires_at) <= serverNow()) return ask();
    const timer = setTimeout(
      () => {
        const token = new URL(given.url).searchParams.get('preview') ?? '';
        draw(place.current!, `/site/${subdomain}/draft`, { token, draft: written });
      },
      place.current!.firstChild ? SETTLED_MS : 0,
    );
    return () => clearTimeout(timer);
  }, [given, why, ask, subdomain, written, sent]);

  return (
    <section className={css.preview} aria-label="Preview">
      <div className="g-row g-wrap g-gap-8">
        {[true, false].map((phone) => (
          <Button
            key={String(phone)}
            aria-pressed={isPhone === phone}
            appearance={isPhone === phone ? 'primary' : 'secondary'}
            onClick={() => setIsPhone(phone)}
          >
            {phone ? 'Phone' : 'Desktop'}
          </Button>
        ))}
        <Button
          appearance="transparent"
          aria-describedby={stateId}
          disabledFocusable={why !== null}
          onClick={() => given && window.open(given.url, '_blank', 'noreferrer')}
        >
          Open in a new tab
        </Button>
      </div>
      <p id={stateId} className="g-size-13 g-soft" aria-live="polite">
        {why ?? (answer?.ok === false ? 'The preview cannot be shown now.' : '')}
      </p>
      <div ref={place} className={classes(css.frame, isPhone ? css.phone : css.desktop)} />
    </section>
  );
}

let frames = 0;

/**
 * Sends the draft into a new frame, which takes the former one's place when it has loaded: nothing flashes, it stays where it was scrolled to,
 * and "Back" does not lead through what was typed. A form, because no address holds so much, and a document of the app's own would be bound
 * to the app's content policy.
 */
function draw(place: HTMLElement, action: string, fields: Record<string, string>) {
  const frame = document.createElement('iframe');
  frame.name = `preview-${(frames += 1)}`;
  frame.title = 'Your website';
  // Its origin is ours, but nothing in it runs, sends a form or opens a page.
  frame.sandbox.add('allow-same-origin');
  frame.hidden = true;
  frame.addEventListener('load', () => {
    const page = frame.contentDocument;
    if (!page || page.URL === 'about:blank') return;
    const scrolled = place.querySelector<HTMLIFrameElement>('iframe:not([hidden])');
    const top = scrolled?.contentWindow?.scrollY ?? 0;
    frame.hidden = false;
    frame.contentWindow!.scrollTo(0, top);
    for (const one of place.querySelectorAll('iframe')) if (one !== frame) one.remove();
  });
  for (const one of place.querySelectorAll('iframe[hidden]')) one.remove();
  place.append(frame);

  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action, target: frame.name, hidden: true });
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  document.body.append(form);
  form.submit();
  form.remove();
}
