import { Component, type ReactNode } from 'react';
import styles from './ErrorBoundary.module.css';

/** The last net: says what happened in plain words. What was tapped lies in the local database and is not touched by it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  /** Shown here, and told on like any other error that nobody caught. */
  override componentDidCatch(error: unknown) {
    reportError(error);
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <main className={styles.stopped} role="alert">
        <h1 className={styles.title}>This page stopped</h1>
        <p>Nothing that you tapped is lost: it is kept on this device. Reload the page to go on.</p>
        <p className={styles.detail}>{error.message}</p>
        <button type="button" className={styles.reload} onClick={() => location.reload()}>
          Reload the page
        </button>
      </main>
    );
  }
}
