import { Button } from '@fluentui/react-components';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useSearch } from 'wouter';
import * as z from 'zod/mini';
import { WebsiteSetup } from '../../../contract/website/calls.ts';
import { useServerData } from '../../api/use-server-data.ts';
import { links } from '../../links.ts';
import { keepAnswer, keptAnswer } from '../../session/kept-answers.ts';
import { useSession } from '../../session/session.ts';
import { Page } from '../../ui/Page.tsx';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import { ColorsSection } from './ColorsSection.tsx';
import { DomainSection } from './DomainSection.tsx';
import { HoursSection } from './HoursSection.tsx';
import { ImagesSection } from './ImagesSection.tsx';
import { Preview } from './Preview.tsx';
import { PublicationCard } from './PublicationCard.tsx';
import { readSetup } from './requests.ts';
import { BasicInfoSection, ExtraPagesSection, OrderTypesSection, RestaurantTypeSection } from './TextSections.tsx';
import { useDrafts, withDrafts } from './use-drafts.ts';
import css from './website.module.css';

const TableCodesScreen = lazy(() =>
  import('./table-codes/TableCodesScreen.tsx').then((module) => ({ default: module.TableCodesScreen })),
);

/** The set-up of the restaurant's website, whose sections are saved one by one. `?view=codes`: the QR codes of the tables. */
export function WebsiteScreen() {
  const { restaurant } = useSession();
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
        <Link className="g-action g-strong g-nowrap g-tall-44" href={links.website({ view: 'codes' })}>
          QR codes for tables
        </Link>
      }
    >
      {restaurant && <Setup key={restaurant.id} restaurantId={restaurant.id} />}
    </Page>
  );
}

function Setup({ restaurantId }: { restaurantId: string }) {
  const { answer, ask } = useServerData(readSetup);
  const [saved, setSaved] = useState<{ setup: WebsiteSetup; over: typeof answer } | null>(null);
  const { drafts, edit, discard } = useDrafts(restaurantId);
  const name = `website.${restaurantId}`;
  // What was saved is newer than the answer that was there then, and older than the next one.
  const fresh = saved?.over === answer && saved ? saved.setup : answer?.ok ? answer.data : null;
  useEffect(() => {
    if (fresh) keepAnswer(name, fresh);
  }, [fresh, name]);
  const isOffline = answer?.ok === false && answer.kind === 'offline';
  const kept = isOffline ? (z.safeParse(WebsiteSetup, keptAnswer(name)).data ?? null) : null;
  const shown = fresh ?? kept;

  if (shown === null)
    return answer === null || answer.ok ? (
      <SkeletonRows rows={6} rowHeight={64} label="Loading the website" />
    ) : (
      <div className={css.page}>
        <p>
          {isOffline
            ? 'The set-up of the website needs a network: the server keeps it.'
            : `The set-up cannot be shown. ${answer.error.message}.`}
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
    onSaved: (setup: WebsiteSetup) => setSaved({ setup, over: answer }),
  };
  return (
    <div className={css.page}>
      {kept && <p className="g-soft">You are offline. This is what the server had when you last looked.</p>}
      <div className={css.columns}>
        <div className="g-stack g-gap-16">
          <PublicationCard saved={shown} onSaved={editor.onSaved} />
          <BasicInfoSection editor={editor} />
          <RestaurantTypeSection editor={editor} />
          <ImagesSection editor={editor} />
          <ColorsSection editor={editor} />
          <OrderTypesSection editor={editor} />
          <HoursSection editor={editor} />
          <ExtraPagesSection editor={editor} />
          <DomainSection editor={editor} />
        </div>
        <Preview setup={withDrafts(shown, drafts)} />
      </div>
    </div>
  );
}
