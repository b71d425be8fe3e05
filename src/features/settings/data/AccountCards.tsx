import type { ComponentType } from 'react';
import { DeletionCard } from '../deletion/DeletionCard.tsx';
import { DataCard } from './DataCard.tsx';
import { PastOrdersCard } from './orders/PastOrdersCard.tsx';
import { RestaurantsCard } from './RestaurantsCard.tsx';

/** All of an account: taken along, brought in, deleted. */
export const AccountCards = ({ places }: { places: ComponentType<{ onClose: () => void }> }) => (
  <>
    <DataCard />
    <PastOrdersCard />
    <RestaurantsCard Dialog={places} />
    <DeletionCard />
  </>
);
