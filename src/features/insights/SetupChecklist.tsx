import { CheckmarkCircle20Filled, Circle20Regular } from '@fluentui/react-icons';
import { Button } from '@fluentui/react-components';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import * as z from 'zod/mini';
import { Channel, list } from '../../../contract/channels/calls.ts';
import { offeredTypes } from '../../../contract/delivery/offered-types.ts';
import { isHosted } from '../../../contract/payments/providers.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { listProviders, WalletProvider } from '../../../contract/settings/wallet-provider-calls.ts';
import type { Result } from '../../api/send.ts';
import { useKept } from '../../api/use-kept-data.ts';
import { useQuery } from '../../api/use-server-data.ts';
import type { GalleyDb } from '../../data/db.ts';
import { useLive } from '../../data/live.ts';
import { useOnline } from '../../lib/use-online.ts';
import { keepAnswer, keptAnswer } from '../../session/kept-answers.ts';
import { views } from '../../views.ts';
import { menuState } from '../menu/queries.ts';
import css from './insights.module.css';
import { isChecklistShown, isWhatsappSetUp, setupSteps } from './setup-steps.ts';

const PublishMenu = lazy(views.publishMenu);

/** What is set up and what is not, until all is. `isLoaded`: this device has the restaurant's rows. */
export function SetupChecklist({ restaurant, isLoaded }: { restaurant: Restaurant; isLoaded: boolean }) {
  const here = useLive(readHere, []);
  const menu = isLoaded ? here?.menu : null;
  const { answer: providers } = useQuery(listProviders, {});
  const { answer: channels } = useQuery(list, {});
  const takesPayments = useFact(
    `set-up.payments.${restaurant.id}`,
    factOf(providers, z.array(WalletProvider), (one) => one.takes_payments),
  );
  const canTakePayments = useFact(
    `set-up.can-pay.${restaurant.id}`,
    factOf(providers, z.array(WalletProvider), (one) => one.is_available && isHosted(one.provider)),
  );
  const hasChannel = useFact(`set-up.channel.${restaurant.id}`, factOf(channels, z.array(Channel), isWhatsappSetUp));
  const steps = setupSteps(restaurant, {
    menu: menu?.kind ?? null,
    hasDeliveryLocation: isLoaded ? (here?.hasDeliveryLocation ?? null) : null,
    // Before the first sync it is not known.
    isWebsitePublished: restaurant.settings ? restaurant.settings.website.published_at !== null : null,
    takesPayments,
    canTakePayments: canTakePayments ?? true,
    hasTable: isLoaded ? (restaurant.reservation_settings?.tables?.tables.length ?? 0) > 0 : null,
    hasChannel,
  });
  const away = `set-up.away.${restaurant.id}`;
  const [isAway, setIsAway] = useState(() => keptAnswer(away) === true);
  const isOnline = useOnline();
  if (!isChecklistShown(steps)) return null;
  const put = (isPutAway: boolean) => {
    keepAnswer(away, isPutAway);
    setIsAway(isPutAway);
  };
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section className={`${css.card} ${css.setup}`} aria-labelledby="set-up">
      <div className="g-row g-spread g-gap-12">
        <h2 className="g-text-16" id="set-up">
          Set up your restaurant: {done} of {steps.length} done
        </h2>
        <Button appearance="subtle" aria-expanded={!isAway} onClick={() => put(!isAway)}>
          {isAway ? 'Show the steps' : 'Put away'}
        </Button>
      </div>
      {!isAway && (
        <ul className="g-stack g-gap-6">
          {steps.map((step) => (
            <li key={step.name} className="g-row g-gap-10">
              {step.isDone ? (
                <CheckmarkCircle20Filled className={`g-ok g-rigid ${css.tick}`} aria-hidden="true" />
              ) : (
                <Circle20Regular className="g-rigid g-faint" aria-hidden="true" />
              )}
              <span className={`g-narrow ${css.step}`}>
                <Link href={step.href}>{step.label}</Link>{' '}
                <span className="g-soft">
                  {step.isDone === null
                    ? isOnline
                      ? 'Checking'
                      : 'Not known without the server'
                    : step.isDone
                      ? 'Done'
                      : step.hint}
                </span>
              </span>
              {step.name === 'menu' && menu?.kind === 'draft' && (
                <Suspense>
                  <PublishMenu book={menu.book} />
                </Suspense>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

async function readHere(db: GalleyDb) {
  const [menu, locations] = await Promise.all([menuState(db), db.delivery_locations.toArray()]);
  return { menu, hasDeliveryLocation: offeredTypes(['delivery'], locations).length > 0 };
}

/** Whether the server's answer has such a row; null: no answer, or one of a server without this call. */
function factOf<T>(
  answer: Result<unknown> | null,
  schema: z.ZodMiniType<T[]>,
  is: (row: T) => boolean,
): boolean | null {
  if (!answer?.ok) return null;
  return z.safeParse(schema, answer.data).data?.some(is) ?? null;
}

/** The fact, or what it was when the server answered last. */
function useFact(name: string, fact: boolean | null): boolean | null {
  const kept = useKept(name, fact, asFact);
  return fact ?? kept?.data ?? null;
}

const asFact = (kept: unknown) => (typeof kept === 'boolean' ? kept : null);
