import { FluentProvider } from '@fluentui/react-components';
import { Router } from 'wouter';
import { ErrorBoundary } from './shell/ErrorBoundary.tsx';
import { LoadingBar } from './shell/LoadingBar.tsx';
import { loadFirst } from './shell/navigate.ts';
import { Pages } from './shell/Pages.tsx';
import { useTheme } from './shell/use-theme.ts';
import { darkTheme, lightTheme } from './ui/theme.ts';
import { Toaster } from './ui/Toaster.tsx';

/** Theme, router, the page that the address asks for, and what floats over every page. */
export function App() {
  const theme = useTheme();
  return (
    <FluentProvider theme={theme === 'dark' ? darkTheme : lightTheme} className="g-root">
      <LoadingBar />
      <ErrorBoundary>
        <Router aroundNav={loadFirst}>
          <Pages />
        </Router>
      </ErrorBoundary>
      <Toaster />
    </FluentProvider>
  );
}
