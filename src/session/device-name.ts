/** What a browser says of its device. */
export interface DeviceSigns {
  userAgent?: string;
  maxTouchPoints?: number;
  /** Chromium's own word, which stays right when it asks for the desktop's pages. */
  userAgentData?: { platform?: string; mobile?: boolean };
}

/** What a device is called until somebody names it: "Android tablet". */
export function guessDeviceName({ userAgent = '', maxTouchPoints = 0, userAgentData }: DeviceSigns): string {
  const isTouched = maxTouchPoints > 1;
  if (userAgentData?.platform === 'Android' || userAgent.includes('Android'))
    return userAgentData?.mobile || userAgent.includes('Mobile') ? 'Android phone' : 'Android tablet';
  // An iPad calls itself a Macintosh, but no Mac is touched.
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
