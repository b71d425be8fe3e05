import { useEffect } from 'react';
import { FluentProvider } from '@fluentui/react-components';
import { Router } from 'wouter';
import { ErrorBoundary } from './shell/error-reporting/ErrorBoundary.tsx';
import { LoadingBar } from './shell/layout/LoadingBar.tsx';
import { loadFirst } from './shell/navigation/navigate.ts';
import { Pages } from './shell/navigation/Pages.tsx';
import { registerServiceWorker } from './shell/pwa/service-worker.ts';
import { useTheme } from './shell/layout/use-theme.ts';
import { darkTheme, lightTheme } from './ui/theme.ts';

/** Theme, loading bar, router, and the page that the address asks for. */
export function App() {
  const theme = useTheme();
  useEffect(registerServiceWorker, []);
  return (
    <FluentProvider theme={theme === 'dark' ? darkTheme : lightTheme} className="g-root">
      <LoadingBar />
      <ErrorBoundary>
        <Router aroundNav={loadFirst}>
          <Pages />
        </Router>
      </ErrorBoundary>
    </FluentProvider>
  );
}
