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
  /** At the other end, such as "Export". On a phone it stays there while the rest scrolls. */
  end?: ReactNode;
  /** Before the search, such as the day. */
  start?: ReactNode;
  className?: string | undefined;
}

/** Search and filters above a list: one line on a phone, which scrolls. */
export function FilterBar(props: FilterBarProps) {
  const { label, searchLabel, placeholder, search, onSearch, children, start, end, className } = props;
  const { isInstant = false } = props;
  return (
    <div className={classes('g-toolbar', css.toolbar, css.oneLine, className)} role="search" aria-label={label}>
      {start}
      <SearchField
        className={css.search}
        label={searchLabel}
        placeholder={placeholder}
        search={search}
        onSearch={onSearch}
        isInstant={isInstant}
      />
      <div className={classes('g-row g-wrap g-gap-8', css.chips)}>{children}</div>
      {end && <div className={classes('g-flex g-gap-8', css.end, css.pinned)}>{end}</div>}
    </div>
  );
}
