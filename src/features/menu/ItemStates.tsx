import { Button } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons';
import { allergenList } from '../../lib/allergen-label.ts';
import { ListState } from '../../components/ListState.tsx';
import type { ItemFilters } from './item-filters.ts';
import { MenuStates } from './MenuStates.tsx';

interface Props {
  filters: ItemFilters;
  /** The number of items before the filters. */
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
  if (words.length > 0)
    return (
      <ListState
        nouns={{ one: 'item', many: 'items' }}
        present={inScope}
        words={words}
        onClear={() => change({ search: '', isVegetarian: false, isOut: false, allergens: [] })}
        empty={null}
      />
    );
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
