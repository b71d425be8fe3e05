import { DeletionCard } from '../deletion/DeletionCard.tsx';
import { DataCard } from './DataCard.tsx';
import { PastOrdersCard } from './orders/PastOrdersCard.tsx';
import { RestaurantsCard } from './RestaurantsCard.tsx';

/** All of an account: taken along, brought in, deleted. */
export const AccountCards = () => (
  <>
    <DataCard />
    <PastOrdersCard />
    <RestaurantsCard />
    <DeletionCard />
  </>
);
