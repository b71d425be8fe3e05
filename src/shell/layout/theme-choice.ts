export type ThemeName = 'light' | 'dark';

interface Choice {
  /** Chosen on this device. */
  chosen: ThemeName | null;
  /** From the dashboard's settings. */
  byDefault: ThemeName | null;
  systemIsDark: boolean;
}

/**
 * Chosen on this device, else the settings' default, else dark if the system prefers it, else light. public/theme.js has the same
 * rule.
 */
export const themeOf = ({ chosen, byDefault, systemIsDark }: Choice): ThemeName =>
  chosen ?? byDefault ?? (systemIsDark ? 'dark' : 'light');
