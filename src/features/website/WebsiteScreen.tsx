import { Button } from '@fluentui/react-components';
import { QrCode20Regular } from '@fluentui/react-icons';
import { lazy, Suspense, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import * as z from 'zod/mini';
import { WebsiteSetup } from '../../../contract/website/calls.ts';
import { useKeptData } from '../../api/use-kept-data.ts';
import { HeaderActions } from '../../components/HeaderActions.tsx';
import { useLive } from '../../data/live.ts';
import { shortDate, timeOf } from '../../lib/wall-clock.ts';
import { links } from '../../links.ts';
import { useSession } from '../../session/session.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { isFirstLoad, useSyncState } from '../../sync/runtime/client.ts';
import { useMinute } from '../../ui/use-minute.ts';
import { Page } from '../../ui/page/Page.tsx';
import { SkeletonRows } from '../../ui/page/SkeletonRows.tsx';
import { menuState } from '../menu/queries.ts';
import { ColorsSection } from './ColorsSection.tsx';
import { DomainSection } from './DomainSection.tsx';
import { HoursSection } from './HoursSection.tsx';
import { ImagesSection } from './ImagesSection.tsx';
import { Preview } from './Preview.tsx';
import { PublicationCard } from './PublicationCard.tsx';
import { readSetup } from './requests.ts';
import { setupOf } from './setup-of.ts';
import { BasicInfoSection, ExtraPagesSection, OrderTypesSection, RestaurantTypeSection } from './TextSections.tsx';
import { useDrafts, withDrafts } from './use-drafts.ts';
import { useWaiting } from './use-waiting.ts';
import css from './website.module.css';

const TableCodesScreen = lazy(() =>
  import('./table-codes/TableCodesScreen.tsx').then((module) => ({ default: module.TableCodesScreen })),
);

/** The set-up of the restaurant's website, whose sections are saved one by one. `?view=codes`: the QR codes of the tables. */
export function WebsiteScreen() {
  const { restaurant } = useSession();
  const [, navigate] = useLocation();
  if (new URLSearchParams(useSearch()).get('view') === 'codes')
    return (
      <Suspense>
        <TableCodesScreen />
      </Suspense>
    );
  return (
    <Page
      title="Website"
      actions={
        <HeaderActions
          more={[
            {
              label: 'QR codes for tables',
              icon: <QrCode20Regular />,
              onDo: () => navigate(links.website({ view: 'codes' })),
            },
          ]}
        />
      }
    >
      {restaurant && <Setup key={restaurant.id} restaurantId={restaurant.id} />}
    </Page>
  );
}

function Setup({ restaurantId }: { restaurantId: string }) {
  const restaurant = useRestaurant();
  const { data, keptAt, failure, ask } = useKeptData(`website.${restaurantId}`, readSetup, check);
  const [saved, setSaved] = useState<{ setup: WebsiteSetup; over: WebsiteSetup | null } | null>(null);
  const { drafts, edit, discard } = useDrafts(restaurantId);
  const waiting = useWaiting(restaurant?.id);
  const now = useMinute();
  // What was saved is newer than the answer that was there then, and older than the next one.
  const menu = useLive(menuState, []);
  const sync = useSyncState();
  const hasMenu = menu && !isFirstLoad(sync) ? menu.kind === 'offered' : null;
  const shown = setupOf(restaurant, saved?.over === data && saved ? saved.setup : data, hasMenu);

  if (shown === null)
    return failure === null ? (
      <SkeletonRows rows={6} rowHeight={64} label="Loading the website" />
    ) : (
      <div className={css.page}>
        <p>
          {failure.kind === 'offline'
            ? 'The set-up of the website is not on this device yet. Go online once to load it.'
            : `The set-up cannot be shown. ${failure.error.message}.`}
        </p>
        <Button size="large" className={css.start} onClick={ask}>
          Try again
        </Button>
      </div>
    );
  const editor = {
    saved: shown,
    drafts,
    discard,
    edit: (section: Parameters<typeof edit>[0], fields: Partial<WebsiteSetup>) => edit(section, fields, shown),
    onSaved: (setup: WebsiteSetup) => setSaved({ setup, over: data }),
  };
  return (
    <div className={css.page}>
      {waiting.length > 0 && (
        <p className="g-tone-warn g-pad-12-16 g-round-8" role="status">
          {`Waiting to be sent: ${waiting.join(', ')}. Customers see the changes then.`}
        </p>
      )}
      {failure?.kind === 'offline' && keptAt !== null && (
        <p className="g-soft">
          {`You are offline. Changes are kept here. The address is as of ${shortDate(keptAt, shown.timezone, now)}, ${timeOf(keptAt, shown.timezone)}.`}
        </p>
      )}
      <div className={css.columns}>
        <div className="g-stack g-gap-16">
          <PublicationCard saved={shown} />
          <BasicInfoSection editor={editor} />
          <RestaurantTypeSection editor={editor} />
          <ImagesSection editor={editor} />
          <ColorsSection editor={editor} />
          <OrderTypesSection editor={editor} />
          <HoursSection editor={editor} />
          <ExtraPagesSection editor={editor} />
          {data && <DomainSection editor={editor} />}
        </div>
        <Preview setup={withDrafts(shown, drafts)} />
      </div>
    </div>
  );
}

const check = (kept: unknown) => z.safeParse(WebsiteSetup, kept).data ?? null;
