import { useMemo, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { Link } from 'wouter';
import * as z from 'zod/mini';
import { ratings as call, Ratings } from '../../../contract/dashboard/calls.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { send } from '../../api/send.ts';
import { useKept } from '../../api/use-kept-data.ts';
import { useServerData } from '../../api/use-server-data.ts';
import { shortUntil, untilLabel } from '../../lib/wall-clock.ts';
import { links } from '../../links.ts';
import css from './insights.module.css';

const read = (signal: AbortSignal) => send(call, {}, { signal });
const check = (data: unknown) => z.safeParse(Ratings, data).data ?? null;
const FIRST = 5;
/** As the order's page of the website offers them. */
const grades = ['Bad', 'Not good', 'All right', 'Good', 'Very good'];

/** What customers said of their orders. From the server; offline the figures that it gave last. */
export function RatingsCard({ restaurant, now }: { restaurant: Restaurant; now: number }) {
  const { answer } = useServerData(read);
  const [isWhole, setIsWhole] = useState(false);
  const fresh = useMemo(() => (answer?.ok ? check(answer.data) : null), [answer]);
  // Names and words are not kept: no sync takes them back when a customer is erased.
  const figures = useMemo(() => fresh && { ...fresh, ratings: [] }, [fresh]);
  const kept = useKept(`ratings.${restaurant.id}`, figures, check);
  const shown = fresh ?? kept?.data ?? null;
  const listed = shown?.ratings.slice(0, isWhole ? undefined : FIRST) ?? [];
  return (
    <section className={`${css.card} ${css.below}`} aria-labelledby="ratings">
      <h2 className="g-text-16 g-strong g-below-8" id="ratings">
        Ratings
      </h2>
      {!shown && (
        <p className="g-soft">
          {answer ? 'The server gives no ratings now. They appear when it answers.' : 'Loading…'}
        </p>
      )}
      {shown?.count === 0 && (
        <p className="g-soft">None yet. Customers can rate a completed order on its page of your website.</p>
      )}
      {shown && shown.count > 0 && (
        <>
          <p>
            {`${shown.average} of 5 on average, from ${shown.count === 1 ? '1 rating' : `${shown.count} ratings`}: `}
            {grades
              .map((grade, at) => `${grade.toLowerCase()} ${shown.by_rating[at]}`)
              .toReversed()
              .join(', ')}
            .
          </p>
          {!fresh && answer && (
            <p className="g-text-13 g-warn">
              {`As of ${untilLabel(shown.as_of, restaurant.timezone, now)}. What customers wrote comes from the server.`}
            </p>
          )}
          <ul className={css.ratings}>
            {listed.map((one) => (
              <li key={one.order_id}>
                <b className="g-strong g-ink">{grades[one.rating - 1]}</b>
                {one.comment && (
                  <>
                    {': '}
                    <bdi>{one.comment}</bdi>
                  </>
                )}
                <p className="g-text-13 g-soft">
                  <Link href={links.order(one.order_id)}>{`Order #${one.order_no}`}</Link>
                  {' · '}
                  {one.customer_id && one.customer_name ? (
                    <Link href={links.customer(one.customer_id)}>
                      <bdi>{one.customer_name}</bdi>
                    </Link>
                  ) : (
                    <bdi>{one.customer_name || 'Unknown customer'}</bdi>
                  )}
                  {` · ${shortUntil(one.rated_at, restaurant.timezone, now)}`}
                </p>
              </li>
            ))}
          </ul>
          {shown.ratings.length > FIRST && (
            <Button onClick={() => setIsWhole(!isWhole)}>
              {isWhole ? 'Show fewer' : `Show the newest ${shown.ratings.length}`}
            </Button>
          )}
        </>
      )}
    </section>
  );
}
