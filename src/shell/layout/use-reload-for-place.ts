import { useEffect, useState } from 'react';
import { APP_INDEX } from '../../../contract/routes.ts';
import { useSession } from '../../session/session.ts';

/** Another restaurant begins as a new page, in every tab: nothing that a screen remembers of this one is left. */
export function useReloadForPlace(): void {
  const { restaurant } = useSession();
  const id = restaurant?.id;
  const [first] = useState(id);
  useEffect(() => {
    if (id && first && id !== first) location.assign(APP_INDEX);
  }, [id, first]);
}
