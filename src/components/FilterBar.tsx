import type { ReactNode } from 'react';
import { classes } from '../ui/classes.ts';
import css from './list.module.css';
import { SearchField } from './table/SearchField.tsx';

export interface FilterBarProps {
  /** What is searched: "Customers". */
  label: string;
  /** "Search customers" */
  searchLabel: string;
  placeholder: string;
  search: string;
  onSearch: (search: string) => void;
  /** See SearchField. */
  isInstant?: boolean;
  /** Chips. */
  children?: ReactNode;
  /** At the other end, such as "Export". */
  end?: ReactNode;
  /** On a phone it takes as many lines as it needs; else it is one that scrolls. */
  isWrapping?: boolean;
  className?: string | undefined;
}

/** Search and filters above a list. */
export function FilterBar(props: FilterBarProps) {
  const { label, searchLabel, placeholder, search, onSearch, children, end, isWrapping = false, className } = props;
  const { isInstant = false } = props;
  return (
    <div
      className={classes('g-toolbar', css.toolbar, !isWrapping && css.oneLine, className)}
      role="search"
      aria-label={label}
    >
      <SearchField
        className={isWrapping ? css.wideSearch : css.search}
        label={searchLabel}
        placeholder={placeholder}
        search={search}
        onSearch={onSearch}
        isInstant={isInstant}
      />
      <div className={classes('g-row g-wrap g-gap-8', !isWrapping && css.chips)}>{children}</div>
      {end && <div className={classes('g-flex g-gap-8', css.end)}>{end}</div>}
    </div>
  );
}
