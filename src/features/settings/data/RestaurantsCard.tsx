import { Button } from '@fluentui/react-components';
import { BuildingShop24Regular } from '@fluentui/react-icons';
import { Suspense, useState, type ComponentType } from 'react';
import css from '../../../components/settings/settings.module.css';

/** The way to a second restaurant for who has one. */
export function RestaurantsCard({ Dialog }: { Dialog: ComponentType<{ onClose: () => void }> }) {
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
          <Dialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
