import { createContext, use, useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'wouter';
import { classes } from './classes.ts';
import { arrivedByNavigation } from './navigation.ts';
import styles from './Page.module.css';
import { useTitle } from './title.ts';

interface PageProps {
  title: string;
  /** Where this page lies, from the outside in; each a link. */
  breadcrumb?: { label: string; to: string }[];
  /** Beside the heading, such as a status badge. */
  beside?: ReactNode;
  /** Buttons on the right, at most one of them primary. */
  actions?: ReactNode;
  /** Stays under the scrolling content: pages of a table, a save bar. */
  footer?: ReactNode;
  /** Content to the panel's edge: the page sets its own padding. */
  isFlush?: boolean;
  className?: string;
  children: ReactNode;
}

/** A page of the app inside the shell's panel: header with breadcrumb, h1, actions and the shell's own controls, then the content. */
export function Page({
  title,
  breadcrumb = [],
  beside,
  actions,
  footer,
  isFlush = false,
  className,
  children,
}: PageProps) {
  const slots = use(PageSlots);
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(title);
  useEffect(() => {
    if (arrivedByNavigation()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <header className={styles.header}>
        {slots.menu}
        <div className={styles.where}>
          {breadcrumb.length > 0 && (
            <nav aria-label="Breadcrumb">
              <ol className={styles.breadcrumb}>
                {breadcrumb.map(({ label, to }) => (
                  <li key={to}>
                    <Link href={to}>{label}</Link>
                  </li>
                ))}
              </ol>
            </nav>
          )}
          <div className={styles.headline}>
            <h1 ref={heading} tabIndex={-1} className={styles.title}>
              {title}
            </h1>
            {beside}
          </div>
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
        {slots.status}
        {slots.ordering}
        {slots.bell}
      </header>
      {slots.banner}
      <main id="content" tabIndex={-1} className={classes(styles.content, isFlush && styles.flush, className)}>
        {children}
      </main>
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </>
  );
}

/** What the shell puts into each page's header and under it. */
export const PageSlots = createContext<{
  menu?: ReactNode;
  status?: ReactNode;
  ordering?: ReactNode;
  bell?: ReactNode;
  /** Opens what the bell opens, for a page that draws its own. */
  onBell?: () => void;
  banner?: ReactNode;
  /** The newer build alone, for views that have banners of their own. */
  update?: ReactNode;
}>({});
