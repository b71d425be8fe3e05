import { Link } from 'wouter';
import * as z from 'zod/mini';
import { SentMenu } from '../../../../contract/menu/upload-calls.ts';
import { useKept } from '../../../api/use-kept-data.ts';
import { useReadAgain, useServerData } from '../../../api/use-server-data.ts';
import { ageLabel, minutesSince } from '../../../lib/age.ts';
import { links } from '../../../links.ts';
import { useIsOnline } from '../../../sync/runtime/client.ts';
import { useMinute } from '../../../ui/use-minute.ts';
import { listUploads } from './requests.ts';
import css from './upload.module.css';
import { isReading } from './use-upload.ts';

const check = (data: unknown) => z.safeParse(z.array(SentMenu), data).data ?? null;

/** Menus that the server is reading or has read, each with the way to it. Offline those of the last answer. Nothing where there is none. */
export function SentUploads({ restaurantId }: { restaurantId: string }) {
  const isOnline = useIsOnline();
  const now = useMinute();
  const { answer, ask } = useServerData(listUploads);
  const fresh = answer?.ok ? answer.data : null;
  const kept = useKept(`menu.uploads.${restaurantId}`, fresh, check);
  const uploads = fresh ?? kept?.data ?? [];
  useReadAgain(fresh?.some(isReading) ?? false, ask);
  if (uploads.length === 0) return null;
  return (
    <section className={`g-stack g-gap-8 ${css.choose}`} aria-label="Menus that were sent">
      <h2 className="g-text-16 g-strong">Sent</h2>
      <ul className={`g-stack ${css.files}`}>
        {uploads.map((upload) => (
          <li key={upload.id} className="g-row g-gap-8 g-rule-below">
            <Link className="g-fill g-link" href={links.menuUpload({ upload: upload.id })}>
              {stateOf(upload)}
            </Link>
            <span className="g-soft g-nowrap">Sent {ageLabel(minutesSince(upload.created_at, now))} ago</span>
          </li>
        ))}
      </ul>
      {!isOnline && <p className="g-soft">You are offline. This is what the server had when you last looked.</p>}
    </section>
  );
}

function stateOf({ status, pages_done, pages_count }: SentMenu): string {
  if (status === 'needs_review') return 'Ready for your review';
  if (status !== 'reading') return 'Waiting to be read';
  return pages_count ? `Reading, ${pages_done} of ${pages_count} pages` : 'Reading';
}
