import { Button } from '@fluentui/react-components';
import { BuildingShop24Regular } from '@fluentui/react-icons';
import { lazy, Suspense, useState } from 'react';
import css from '../../../components/settings/settings.module.css';
import { views } from '../../../views.ts';

const PlacesDialog = lazy(views.placesDialog);

/** The way to a second restaurant for who has one. */
export function RestaurantsCard() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className={`g-group ${css.card}`} aria-labelledby="restaurants-card">
      <div className="g-row g-gap-12">
        <BuildingShop24Regular aria-hidden="true" />
        <h3 className="g-group-title" id="restaurants-card">
          Several restaurants
        </h3>
      </div>
      <p>Another restaurant has its own menu, orders and people. This device switches between them, also offline.</p>
      <div>
        <Button onClick={() => setIsOpen(true)}>Your restaurants</Button>
      </div>
      {isOpen && (
        <Suspense>
          <PlacesDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
