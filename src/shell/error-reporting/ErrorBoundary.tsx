import { Component, type ReactNode } from 'react';
import styles from './ErrorBoundary.module.css';

/** Catches every render error and says what happened. Pending changes are in the local database, which is not affected. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  /** Shown here, and reported like any other uncaught error. */
  override componentDidCatch(error: unknown) {
    reportError(error);
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <main className={`g-stack g-start g-gap-12 g-max-480 ${styles.stopped}`} role="alert">
        <h1 className="g-text-20 g-heavy">This page stopped</h1>
        <p>Nothing that you tapped is lost: it is kept on this device. Reload the page to go on.</p>
        <p className="g-text-13 g-break g-faint">{error.message}</p>
        <button type="button" className="g-primary g-strong g-round-6 g-pad-x-20" onClick={() => location.reload()}>
          Reload the page
        </button>
      </main>
    );
  }
}
