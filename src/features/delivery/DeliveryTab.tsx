import { Button } from '@fluentui/react-components';
import { Add20Regular, Delete20Regular, Edit20Regular } from '@fluentui/react-icons';
import { lazy, Suspense, useState } from 'react';
import { priceDelivery } from '../../../contract/delivery/choose-location.ts';
import { offeredTypes } from '../../../contract/delivery/offered-types.ts';
import type { DeliveryLocation } from '../../../contract/delivery/rows.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { isPending, useRows } from '../../data/live.ts';
import { mutate } from '../../data/mutate.ts';
import { parseMoney } from '../../lib/money.ts';
import { deliveryPriceLabel } from '../../components/delivery-price.ts';
import { PendingClock } from '../../ui/PendingClock.tsx';
import { SkeletonRows } from '../../ui/page/SkeletonRows.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useMinute } from '../../ui/use-minute.ts';
import { removeLocation } from './mutations.ts';
import { deliveryLocations } from './queries.ts';
import settings from '../../components/settings/settings.module.css';
import css from './delivery.module.css';
import { areaLabel, termsLabel } from './labels.ts';
import { readPoint } from './location-draft.ts';

const LocationForm = lazy(() => import('./LocationForm.tsx').then((m) => ({ default: m.LocationForm })));
const ConfirmDialog = lazy(() =>
  import('../../components/dialogs/ConfirmDialog.tsx').then((m) => ({ default: m.ConfirmDialog })),
);

/** Where the restaurant delivers and for how much. */
export function DeliveryTab({ restaurant }: { restaurant: Restaurant }) {
  const rows = useRows('delivery_locations', deliveryLocations, []);
  const [edited, setEdited] = useState<DeliveryLocation | 'new' | null>(null);
  const [removed, setRemoved] = useState<DeliveryLocation | null>(null);
  if (!rows) return <SkeletonRows rows={4} rowHeight={64} label="Loading the delivery locations" />;
  const sorted = rows.toSorted((a, b) => b.priority - a.priority || a.name.localeCompare(b.name));
  return (
    <>
      <section className={`g-group ${settings.card}`} aria-labelledby="delivery-title">
        <h2 className="g-group-title" id="delivery-title">
          Delivery locations
        </h2>
        <p>
          {!restaurant.order_type.includes('delivery')
            ? 'Delivery is turned off in Orders at the moment.'
            : offeredTypes(restaurant.order_type, rows).includes('delivery')
              ? 'Orders to other addresses are refused, with the reason.'
              : rows.length === 0
                ? 'No delivery areas yet. Customers can choose delivery once you add one, with its fee and minimum.'
                : 'All delivery areas are off. Customers can choose delivery once one of them is on.'}
        </p>
        <ul className={settings.plainList}>
          {sorted.map((location) => (
            <li key={location.id} className={css.row}>
              <div className="g-narrow">
                <p className="g-row g-gap-8">
                  <b className="g-break">{location.name}</b>
                  {!location.is_active && <span className="g-badge g-surface-3">Off</span>}
                  {isPending(location) && <PendingClock />}
                </p>
                <p className="g-soft g-break">{areaLabel(location)}</p>
                <p className="g-soft">{termsLabel(location, restaurant.currency)}</p>
              </div>
              <div className="g-row g-gap-4">
                <Button
                  appearance="subtle"
                  icon={<Edit20Regular />}
                  aria-label={`Edit ${location.name}`}
                  onClick={() => setEdited(location)}
                />
                <Button
                  appearance="subtle"
                  icon={<Delete20Regular />}
                  aria-label={`Delete ${location.name}`}
                  onClick={() => setRemoved(location)}
                />
              </div>
            </li>
          ))}
        </ul>
        <div className="g-row g-wrap g-gap-12">
          <Button
            appearance="primary"
            icon={<Add20Regular />}
            className={settings.start}
            onClick={() => setEdited('new')}
          >
            Add a location
          </Button>
        </div>
      </section>
      {rows.length > 0 && <TryAddress locations={rows} restaurant={restaurant} />}
      <Suspense>
        {edited && (
          <LocationForm
            location={edited === 'new' ? null : edited}
            all={rows}
            restaurant={restaurant}
            onClose={() => setEdited(null)}
          />
        )}
      </Suspense>
      <Suspense>
        {removed && (
          <ConfirmDialog
            title={`Delete “${removed.name}”?`}
            keepLabel="Keep it"
            submitLabel={`Delete ${removed.name}`}
            onDo={() => void mutate(removeLocation, { path: { id: removed.id } })}
            onClose={() => setRemoved(null)}
          >
            {rows.length === 1
              ? 'It is the last one: after that customers cannot choose delivery.'
              : 'New orders to addresses there are refused. Orders that were placed stay.'}
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  );
}

/** What a customer with this address would pay. */
function TryAddress({ locations, restaurant }: { locations: readonly DeliveryLocation[]; restaurant: Restaurant }) {
  const [address, setAddress] = useState({ postcode: '', city: '', point: '', food: '' });
  const now = useMinute();
  const { timezone, currency, country_code: country } = restaurant;
  const point = readPoint(address.point);
  const isEmpty = address.postcode.trim() === '' && address.city.trim() === '' && point === null;
  const price = priceDelivery(
    locations,
    { postal_code: address.postcode, city: address.city, location: point ?? undefined },
    { country, subtotal: parseMoney(address.food, currency) ?? 0, timezone, at: new Date(now).toISOString() },
  );
  const field = (name: keyof typeof address, label: string) => (
    <TextField
      label={label}
      value={address[name]}
      maxLength={80}
      autoComplete="off"
      onChange={(value) => setAddress({ ...address, [name]: value })}
    />
  );
  return (
    <section className={`g-group ${settings.card}`} aria-labelledby="try-title">
      <h2 className="g-group-title" id="try-title">
        Try an address
      </h2>
      <div className={settings.fields}>
        {field('postcode', 'Postcode')}
        {field('city', 'City')}
        {field('point', 'Latitude, longitude')}
        {field('food', `Order value (${currency})`)}
      </div>
      <p role="status" className={price.kind === 'priced' ? 'g-ok' : 'g-soft'}>
        {isEmpty ? 'Enter a postcode, a city or a point.' : deliveryPriceLabel(price, currency)}
      </p>
    </section>
  );
}
