import { Delete20Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { getDeletion } from '../../../../contract/account/calls.ts';
import { useQuery } from '../../../api/use-server-data.ts';
import { links } from '../../../links.ts';
import { useRestaurant } from '../../../session/use-restaurant.ts';
import { Banner } from '../../../ui/page/Banner.tsx';
import { deletionDay } from './deletion-day.ts';

/** Says on every page when the account will be deleted, and where to keep it. `otherwise`: shown if nobody has asked for a deletion. */
export function DeletionBanner({ otherwise }: { otherwise: ReactNode }) {
  const { answer } = useQuery(getDeletion, {});
  const timezone = useRestaurant()?.timezone ?? 'UTC';
  const at = answer?.ok ? answer.data.deletes_at : null;
  if (at === null) return otherwise;
  return (
    <Banner
      kind="bad"
      icon={<Delete20Regular />}
      action={
        <Link className="g-strong" href={links.settings({ tab: 'security' })}>
          Keep the account
        </Link>
      }
    >
      This account will be deleted on {deletionDay(at, timezone)}. Until then customers can’t order or book.
    </Banner>
  );
}
