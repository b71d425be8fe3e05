import { useEffect } from 'react';
import { session, useSession } from '../../session/session.ts';
import { useMedia } from '../../ui/use-media.ts';
import { themeOf, type ThemeName } from './theme-choice.ts';

/** The current theme of this device; also set on the document, for the first paint and the browser's own parts. */
export function useTheme(): ThemeName {
  const { theme: chosen, restaurant } = useSession();
  const systemIsDark = useMedia('(prefers-color-scheme: dark)');
  const theme = themeOf({ chosen, byDefault: restaurant?.default_theme ?? null, systemIsDark });
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
    // A choice against the system's preference must also reach the browser's own bar.
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
      meta.content = theme === 'dark' ? '#050A18' : '#EEF2F9';
    }
  }, [theme]);
  return theme;
}

/** Overrides default and system on this device. */
export function chooseTheme(theme: ThemeName): void {
  session.theme = theme;
}
