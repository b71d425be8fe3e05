import { allergens } from '../../../contract/menu/calls.ts';
import { allergenList } from '../../lib/allergen-label.ts';
import { FilterChip } from '../../ui/table/FilterChip.tsx';
import { SearchField } from '../../ui/table/SearchField.tsx';
import table from '../../ui/table/table.module.css';
import { ToggleChip } from '../../ui/table/ToggleChip.tsx';
import type { ItemFilters } from './item-filters.ts';
import css from './items.module.css';

const allergenChoices = allergens.map((allergen) => [allergen, allergenList([allergen])] as const);

interface Props {
  filters: ItemFilters;
  change: (patch: Partial<ItemFilters>, options?: { replace?: boolean }) => void;
  /** Sold out of what is listed. */
  out: number;
}

export function ItemToolbar({ filters, change, out }: Props) {
  return (
    <div className={css.toolbar} role="search" aria-label="Items">
      <SearchField
        className={css.search}
        label="Search all items"
        placeholder="Search all items"
        search={filters.search}
        onSearch={(search) => change({ search }, { replace: true })}
      />
      <div className={table.chips}>
        <ToggleChip
          name="Vegetarian"
          isOn={filters.isVegetarian}
          onChange={(isVegetarian) => change({ isVegetarian })}
        />
        <ToggleChip name="Sold out" count={out} isOn={filters.isOut} onChange={(isOut) => change({ isOut })} />
        <FilterChip
          name="Allergen"
          choices={allergenChoices}
          chosen={filters.allergens}
          onChange={(chosen) => change({ allergens: chosen })}
        />
      </div>
    </div>
  );
}
