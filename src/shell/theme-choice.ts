export type ThemeName = 'light' | 'dark';

interface Choice {
  /** By hand on this device. */
  chosen: ThemeName | null;
  /** Of the dashboard's settings. */
  byDefault: ThemeName | null;
  systemIsDark: boolean;
}

/** Chosen on this device, else the settings' default, else dark when the system prefers it, else light. public/theme.js says the same. */
export const themeOf = ({ chosen, byDefault, systemIsDark }: Choice): ThemeName =>
  chosen ?? byDefault ?? (systemIsDark ? 'dark' : 'light');
