import { useLocation, useSearch } from 'wouter';

export type ChangeFilters<Filters> = (patch: Partial<Filters>, options?: { replace?: boolean }) => void;

/** The list's state, which is the query string: back, reload and a shared link bring it back. A changed filter starts at page 1. */
export function useFilters<Filters extends { page: number }>(
  read: (query: string) => Filters,
  write: (filters: Filters) => string,
): { filters: Filters; change: ChangeFilters<Filters>; linkTo: (patch: Partial<Filters>) => string } {
  const query = useSearch();
  const [path, navigate] = useLocation();
  const filters = read(query);
  const linkTo = (patch: Partial<Filters>) => path + write({ ...filters, page: 1, ...patch });
  return { filters, linkTo, change: (patch, options) => navigate(linkTo(patch), options) };
}
