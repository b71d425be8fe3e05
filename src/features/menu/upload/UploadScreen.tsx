import { lazy, Suspense } from 'react';
import { useSearch } from 'wouter';
import { useLive, useRows } from '../../../data/live.ts';
import { links } from '../../../links.ts';
import { useRestaurant } from '../../../session/use-restaurant.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { books as readBooks } from '../queries.ts';
import { ChooseFiles } from './ChooseFiles.tsx';
import { uploadsHere } from './uploads-here.ts';

const SentUpload = lazy(() => import('./SentUpload.tsx').then((m) => ({ default: m.SentUpload })));
const SentUploads = lazy(() => import('./SentUploads.tsx').then((m) => ({ default: m.SentUploads })));
const WaitingUploads = lazy(() => import('./WaitingUpload.tsx').then((m) => ({ default: m.WaitingUploads })));

/** A menu from photographs or a PDF: choose, wait while it is read, review, publish. */
export function UploadScreen() {
  const restaurant = useRestaurant();
  const search = new URLSearchParams(useSearch());
  const upload = search.get('upload');
  const here = useLive(uploadsHere, []) ?? [];
  const books = useRows('menu_books', readBooks, []) ?? [];
  if (!restaurant) return null;
  if (upload)
    return (
      <Suspense>
        <SentUpload key={upload} id={upload} currency={restaurant.currency} />
      </Suspense>
    );
  return (
    <Page title="Upload a menu" breadcrumb={[{ label: 'Menu', to: links.menu() }]}>
      <div className="g-stack g-gap-16">
        {here.length > 0 && (
          <Suspense>
            <WaitingUploads uploads={here} />
          </Suspense>
        )}
        <Suspense>
          <SentUploads restaurantId={restaurant.id} />
        </Suspense>
        <ChooseFiles books={books} menuId={search.get('menu')} />
      </div>
    </Page>
  );
}
