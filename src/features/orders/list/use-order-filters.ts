import { useLocation, useSearch } from 'wouter';
import { readFilters, writeFilters, type OrderFilters } from './filters.ts';

export type ChangeFilters = (patch: Partial<OrderFilters>, options?: { replace?: boolean }) => void;

/** The list's state is the query string, so that back, reload and shared links restore it. Changing a filter starts at page 1. */
export function useOrderFilters(): {
  filters: OrderFilters;
  change: ChangeFilters;
  linkTo: (patch: Partial<OrderFilters>) => string;
} {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const filters = readFilters(search);
  const linkTo = (patch: Partial<OrderFilters>) => path + writeFilters({ ...filters, page: 1, ...patch });
  return { filters, linkTo, change: (patch, options) => navigate(linkTo(patch), options) };
}
