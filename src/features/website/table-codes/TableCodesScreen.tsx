import { Field, Textarea } from '@fluentui/react-components';
import { Print20Regular } from '@fluentui/react-icons';
import { lazy, Suspense, useRef, useState } from 'react';
import { Link } from 'wouter';
import { tableNames } from '../../../../contract/reservations/find-table.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { HeaderActions } from '../../../components/HeaderActions.tsx';
import { links } from '../../../links.ts';
import { keepAnswer, keptAnswer } from '../../../session/kept-answers.ts';
import { useRestaurant } from '../../../session/use-restaurant.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { printAlone } from '../../../ui/paper.ts';
import { readTableNames } from './table-link.ts';

const Codes = lazy(() => import('./Codes.tsx').then((module) => ({ default: module.Codes })));

/** QR codes for the tables, to be printed and cut out. Works offline. */
export function TableCodesScreen() {
  const restaurant = useRestaurant();
  return restaurant && <TableCodes key={restaurant.id} restaurant={restaurant} />;
}

function TableCodes({ restaurant }: { restaurant: Restaurant }) {
  const listed = tableNames(restaurant);
  const name = `table-names.${restaurant.id}`;
  const [typed, setTyped] = useState(() => {
    const kept = keptAnswer(name);
    return typeof kept === 'string' ? kept : '';
  });
  const place = useRef<HTMLDivElement>(null);
  const tables = listed.length > 0 ? listed : readTableNames(typed);
  const print = () => {
    const codes = place.current?.querySelector<HTMLElement>('[data-codes]');
    if (codes) void printAlone(codes, () => 'size: A4; margin: 10mm');
  };
  return (
    <Page
      title="QR codes for tables"
      breadcrumb={[{ label: 'Website', to: links.website() }]}
      actions={
        <HeaderActions
          main={{ label: 'Print', icon: <Print20Regular />, isDisabled: tables.length === 0, onDo: print }}
        />
      }
    >
      <div className="g-stack g-gap-16">
        {!restaurant.order_type.includes('dine_in') && (
          <p className="g-tone-warn g-round-8 g-pad-8-16">
            Nobody can order to a table yet: turn on “Dine in” under{' '}
            <Link href={links.settings({ tab: 'orders' })}>Orders</Link>.
          </p>
        )}
        <p>
          Guests scan the code and order to their table, without an app. Six codes fit on a page of A4; cut along the
          lines. If you change the name of your website, print them again: the old ones stop working.
        </p>
        {listed.length > 0 ? (
          <p>
            {listed.length === 1 ? 'The table' : `The ${listed.length} tables`} from{' '}
            <Link href={links.settings({ tab: 'reservations' })}>Reservations</Link>.
          </p>
        ) : (
          <Field
            label="Tables"
            hint="One per line or between commas. 1-12 stands for twelve tables. Or add your tables under Settings, Reservations."
          >
            <Textarea
              value={typed}
              maxLength={4000}
              placeholder="1-12, Bar, Terrace 1-4"
              onChange={(_event, { value }) => {
                setTyped(value);
                keepAnswer(name, value);
              }}
            />
          </Field>
        )}
        {tables.length > 0 && (
          <div ref={place}>
            <Suspense>
              <Codes restaurant={restaurant} tables={tables} />
            </Suspense>
          </div>
        )}
      </div>
    </Page>
  );
}
