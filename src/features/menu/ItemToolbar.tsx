import { allergens } from '../../../contract/menu/parts.ts';
import { allergenList } from '../../lib/allergen-label.ts';
import { FilterBar } from '../../components/FilterBar.tsx';
import { FilterChip } from '../../components/table/FilterChip.tsx';
import { ToggleChip } from '../../components/table/ToggleChip.tsx';
import type { ItemFilters } from './item-filters.ts';

const allergenChoices = allergens.map((allergen) => [allergen, allergenList([allergen])] as const);

interface Props {
  filters: ItemFilters;
  change: (patch: Partial<ItemFilters>, options?: { replace?: boolean }) => void;
  /** The number of listed items that are sold out. */
  out: number;
}

export function ItemToolbar({ filters, change, out }: Props) {
  return (
    <FilterBar
      label="Items"
      searchLabel="Search all items"
      placeholder="Search all items"
      search={filters.search}
      isInstant
      onSearch={(search) => change({ search }, { replace: true })}
    >
      <ToggleChip name="Vegetarian" isOn={filters.isVegetarian} onChange={(isVegetarian) => change({ isVegetarian })} />
      <ToggleChip name="Sold out" count={out} isOn={filters.isOut} onChange={(isOut) => change({ isOut })} />
      <FilterChip
        name="Allergen"
        choices={allergenChoices}
        chosen={filters.allergens}
        onChange={(chosen) => change({ allergens: chosen })}
      />
    </FilterBar>
  );
}
