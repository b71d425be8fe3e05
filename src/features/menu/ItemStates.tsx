import { Button } from '@fluentui/react-components';
import { Add20Regular, Search20Regular } from '@fluentui/react-icons';
import { allergenList } from '../../lib/allergen-label.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { ItemFilters } from './item-filters.ts';
import { MenuStates } from './MenuStates.tsx';

interface Props {
  filters: ItemFilters;
  /** Items before the filters. */
  inScope: number;
  change: (patch: Partial<ItemFilters>) => void;
  onAdd: () => void;
}

export function ItemStates({ filters, inScope, change, onAdd }: Props) {
  const words = [
    filters.search && `“${filters.search}”`,
    filters.isVegetarian && 'Vegetarian',
    filters.isOut && 'Sold out',
    filters.allergens.length > 0 && allergenList(filters.allergens),
  ].filter(Boolean);
  if (words.length > 0) {
    return (
      <EmptyState
        icon={<Search20Regular />}
        title={`No item matches ${words.join(', ')}`}
        actions={
          <Button onClick={() => change({ search: '', isVegetarian: false, isOut: false, allergens: [] })}>
            Clear filters
          </Button>
        }
      >
        {inScope === 1 ? '1 item is hidden by these filters.' : `${inScope} items are hidden by these filters.`}
      </EmptyState>
    );
  }
  return (
    <MenuStates
      what="This category"
      empty="This category is empty"
      hint="Add its first item."
      action={
        <Button appearance="primary" icon={<Add20Regular />} onClick={onAdd}>
          Add item
        </Button>
      }
    />
  );
}
