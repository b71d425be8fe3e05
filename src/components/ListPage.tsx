import type { ReactNode } from 'react';
import { Page } from '../ui/page/Page.tsx';
import css from './list.module.css';

interface Props {
  title: string;
  breadcrumb?: { label: string; to: string }[];
  actions?: ReactNode;
  /** Count and pages, which stay under the rows. */
  footer: ReactNode;
  children: ReactNode;
}

/** The page of a list: what stands above the rows stays, the rows scroll. Style sheets ask its width as the container `list`. */
export function ListPage({ children, ...page }: Props) {
  return (
    <Page {...page} isFlush className={css.screen ?? ''}>
      {children}
    </Page>
  );
}

/** Where the rows scroll. */
export function ListFrame({ children }: { children: ReactNode }) {
  return <div className={`g-pane g-inset-x-24 ${css.frame}`}>{children}</div>;
}

/** Takes the place of the filters while rows are chosen: what can be done with them. */
export function SelectionBar({ label, children, end }: { label: string; children: ReactNode; end: ReactNode }) {
  return (
    <div className={`g-toolbar ${css.toolbar} ${css.oneLine}`} role="toolbar" aria-label={label}>
      {children}
      <div className={`g-flex g-gap-8 ${css.end}`}>{end}</div>
    </div>
  );
}
