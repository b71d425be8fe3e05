/** What a browser reveals about its device. */
export interface DeviceSigns {
  userAgent?: string;
  maxTouchPoints?: number;
  /** Chromium's own value, which stays correct when it requests desktop pages. */
  userAgentData?: { platform?: string; mobile?: boolean };
}

/** A device's name until somebody names it: "Android tablet". */
export function guessDeviceName({ userAgent = '', maxTouchPoints = 0, userAgentData }: DeviceSigns): string {
  const isTouched = maxTouchPoints > 1;
  if (userAgentData?.platform === 'Android' || userAgent.includes('Android'))
    return userAgentData?.mobile || userAgent.includes('Mobile') ? 'Android phone' : 'Android tablet';
  // An iPad identifies as a Macintosh, but no Mac has a touch screen.
  if (userAgent.includes('iPad') || (userAgent.includes('Macintosh') && isTouched)) return 'iPad';
  return known.find(([sign]) => userAgent.includes(sign))?.[1] ?? 'This device';
}

const known = [
  ['iPhone', 'iPhone'],
  ['Macintosh', 'Mac'],
  ['Windows', 'Windows computer'],
  ['CrOS', 'Chromebook'],
  ['Linux', 'Linux computer'],
] as const;
