import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { Link } from 'wouter';
import { offeredTypes } from '../../../contract/delivery/offered-types.ts';
import { hasHours } from '../../../contract/restaurant/opening-hours.ts';
import type { OrderType } from '../../../contract/restaurant/rows.ts';
import type { WebsiteSetup } from '../../../contract/website/calls.ts';
import { socialNetworks } from '../../../contract/website/social-links.ts';
import { useRows } from '../../data/live.ts';
import { Picture } from '../../files/Picture.tsx';
import { links } from '../../links.ts';
import { typeLabel } from '../../ui/order-label.ts';
import { classes } from '../../ui/classes.ts';
import { weekdays } from '../../components/hours/weekdays.ts';
import { deliveryLocations } from '../delivery/queries.ts';
import { networkLabels, orderTypeFields, restaurantTypeLabels } from './labels.ts';
import css from './website.module.css';

/** How the website will look, with the edits that are not saved yet. */
export function Preview({ setup }: { setup: WebsiteSetup }) {
  const [isPhone, setIsPhone] = useState(true);
  const locations = useRows('delivery_locations', deliveryLocations, []);
  const chosen = orderTypeFields.flatMap(([field, type]) => (setup[field] ? [type] : []));
  const types = locations ? offeredTypes(chosen, locations) : chosen;
  return (
    <section className={css.preview} aria-label="Preview">
      <div className="g-row g-gap-8">
        {[true, false].map((phone) => (
          <Button
            key={String(phone)}
            size="large"
            aria-pressed={isPhone === phone}
            appearance={isPhone === phone ? 'primary' : 'secondary'}
            onClick={() => setIsPhone(phone)}
          >
            {phone ? 'Phone' : 'Desktop'}
          </Button>
        ))}
      </div>
      <div className={classes(css.frame, isPhone ? css.phone : css.desktop)}>
        <Front setup={setup} types={types} />
      </div>
      {types.length < chosen.length && (
        <p className="g-soft">
          Without delivery: {locations?.length ? 'all delivery areas are off' : 'there are no delivery areas yet'}.{' '}
          <Link href={links.settings({ tab: 'delivery' })}>Delivery settings</Link>
        </p>
      )}
    </section>
  );
}

function Front({ setup, types }: { setup: WebsiteSetup; types: readonly OrderType[] }) {
  const { background, text, primary } = setup.theme_colors;
  const button = { background: primary, color: background };
  const pages = [setup.is_about_page_enabled && 'About', setup.is_contact_page_enabled && 'Contact'].filter(
    (page) => page !== false,
  );
  const networks = socialNetworks.filter((network) => setup.social_media_links[network]);
  return (
    <div className={css.front} style={{ background, color: text }}>
      {setup.cover_image && <Picture url={setup.cover_image} width={800} alt="" className={css.frontCover} />}
      <div className={css.frontBody}>
        <div className="g-row g-gap-12">
          {setup.logo && <Picture url={setup.logo} width={320} alt="" className={css.logo} />}
          <div className="g-narrow">
            <p className={`g-break ${css.name}`}>{setup.restaurant_name || 'Your restaurant'}</p>
            {setup.restaurant_type && <p>{restaurantTypeLabels[setup.restaurant_type]}</p>}
          </div>
        </div>
        {setup.short_description && <p className="g-break">{setup.short_description}</p>}
        <ul className={css.offers} aria-label="Order types">
          {types.map((type) => (
            <li key={type} style={button}>
              {typeLabel(type)}
            </li>
          ))}
        </ul>
        {hasHours(setup.opening_hours) ? (
          <dl className={css.hours} aria-label="Opening hours">
            {weekdays.map(([weekday, label]) => (
              <div key={weekday}>
                <dt>{label}</dt>
                <dd>{hoursLabel(setup, weekday)}</dd>
              </div>
            ))}
          </dl>
        ) : (
          <p>Opening hours not set yet</p>
        )}
        <p className="g-break">{[setup.address, setup.phone_number, setup.email].filter(Boolean).join(' · ')}</p>
        {(pages.length > 0 || networks.length > 0) && (
          <p style={{ color: primary }}>
            {[...pages, ...networks.map((network) => networkLabels[network])].join(' · ')}
          </p>
        )}
      </div>
    </div>
  );
}

function hoursLabel({ opening_hours: { days } }: WebsiteSetup, weekday: number): string {
  const day = days.find((one) => one.weekday === weekday);
  if (!day?.is_open || day.periods.length === 0) return 'Closed';
  return day.periods.map(({ open_time, close_time }) => `${open_time}–${close_time}`).join(', ');
}
