import { createContext, use, useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'wouter';
import { classes } from '../classes.ts';
import { arrivedByNavigation } from '../navigation.ts';
import styles from './Page.module.css';
import { useTitle } from './title.ts';

interface PageProps {
  title: string;
  /** The parents of this page, outermost first; each a link. */
  breadcrumb?: { label: string; to: string }[];
  /** Beside the heading, such as a status badge. */
  beside?: ReactNode;
  /** Buttons on the right, at most one of them primary. */
  actions?: ReactNode;
  /** Stays below the scrolling content: a table's pagination, a save bar. */
  footer?: ReactNode;
  /** Content without padding: the page sets its own. */
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
      <header className={`g-bar g-rule-below g-tall-56 ${styles.header}`}>
        {slots.menu}
        <div className={`g-fill g-narrow ${styles.where}`}>
          {breadcrumb.length > 0 && (
            <nav aria-label="Breadcrumb">
              <ol className={`g-text-13 g-flex g-wrap g-faint ${styles.breadcrumb}`}>
                {breadcrumb.map(({ label, to }) => (
                  <li key={to}>
                    <Link href={to}>{label}</Link>
                  </li>
                ))}
              </ol>
            </nav>
          )}
          <div className={`g-row g-narrow g-gap-12 ${styles.headline}`}>
            <h1 ref={heading} tabIndex={-1} className={`g-truncate g-text-20 g-heavy ${styles.title}`}>
              {title}
            </h1>
            {beside}
          </div>
        </div>
        {actions && <div className={`g-bar ${styles.actions}`}>{actions}</div>}
        {slots.search && <span className={styles.search}>{slots.search}</span>}
        {slots.person}
        {slots.status}
        {slots.ordering}
        {slots.bell}
      </header>
      {slots.banner}
      <main
        id="content"
        tabIndex={-1}
        className={classes('g-fill g-low g-scroll', styles.content, isFlush && styles.flush, className)}
      >
        {children}
      </main>
      {footer && <footer className={`g-rigid g-rule-above g-pad-8-24 ${styles.footer}`}>{footer}</footer>}
    </>
  );
}

/** What the shell adds to each page's header and below it. */
export const PageSlots = createContext<{
  menu?: ReactNode;
  search?: ReactNode;
  /** Who uses a device in kitchen mode. */
  person?: ReactNode;
  status?: ReactNode;
  ordering?: ReactNode;
  bell?: ReactNode;
  /** Opens the notifications, for a page that draws its own bell. */
  onBell?: () => void;
  banner?: ReactNode;
  /** Only the banner about a newer build, for views that have banners of their own. */
  update?: ReactNode;
}>({});
