import { Button } from '@fluentui/react-components';
import { QrCode20Regular } from '@fluentui/react-icons';
import { lazy, Suspense, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import * as z from 'zod/mini';
import { WebsiteDraft, WebsiteSetup } from '../../../contract/website/calls.ts';
import { useKeptData } from '../../api/use-kept-data.ts';
import { HeaderActions } from '../../components/HeaderActions.tsx';
import { SettingsForm } from '../../components/settings/SettingsForm.tsx';
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
import { ColorsSection, faultsOfColors } from './ColorsSection.tsx';
import { DomainSection } from './DomainSection.tsx';
import { ImagesSection } from './ImagesSection.tsx';
import { fieldLabels } from './labels.ts';
import { Preview } from './Preview.tsx';
import { PublicationCard, PublishButton } from './PublicationCard.tsx';
import { readSetup, saveFields, type Fields } from './requests.ts';
import { setupOf } from './setup-of.ts';
import { DescriptionSection, faultsOfPages, PagesSection } from './TextSections.tsx';
import { useWaiting } from './use-waiting.ts';
import css from './website.module.css';

const TableCodesScreen = lazy(() =>
  import('./table-codes/TableCodesScreen.tsx').then((module) => ({ default: module.TableCodesScreen })),
);

/** The set-up of the restaurant's website, beside the website as it will be. `?view=codes`: the QR codes of the tables. */
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
      isFlush
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
        <Button className={css.start} onClick={ask}>
          Try again
        </Button>
      </div>
    );
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
      <SettingsForm
        name={`${restaurantId}.website`}
        what="website"
        saved={fieldsOf(shown)}
        labels={fieldLabels}
        faultsOf={(fields) => ({ ...faultsOfColors(fields.theme_colors), ...faultsOfPages(fields) })}
        onSave={(changed) => saveFields(restaurantId, changed, shown)}
        renderMore={shown.published_at === null ? (form) => <PublishButton saved={shown} {...form} /> : undefined}
      >
        {(fields) => (
          <div className={css.columns}>
            <div className="g-stack g-gap-16">
              <PublicationCard saved={shown} />
              <DescriptionSection {...fields} />
              <ImagesSection saved={shown} />
              <ColorsSection {...fields} />
              <PagesSection {...fields} />
              {data && <DomainSection saved={shown} onSaved={(setup) => setSaved({ setup, over: data })} />}
            </div>
            <Preview draft={z.parse(WebsiteDraft, { ...shown, ...fields.shown })} {...shown} sent={waiting.length} />
          </div>
        )}
      </SettingsForm>
    </div>
  );
}

const fieldsOf = (setup: WebsiteSetup) =>
  Object.fromEntries(Object.keys(fieldLabels).map((field) => [field, setup[field as keyof Fields]])) as Fields; // these very fields

const check = (kept: unknown) => z.safeParse(WebsiteSetup, kept).data ?? null;
