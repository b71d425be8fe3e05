/** What Galley would use and this browser lacks. `asks_to_keep`: the browser asks the person before it makes storage persistent. */
export type BrowserLimit = 'push' | 'background_sync' | 'receipt_printer' | 'badge' | 'asks_to_keep';

/** The globals that are examined. */
export interface Surroundings {
  navigator: Pick<Navigator, 'userAgent'>;
}

/**
 * What this browser lacks, by feature detection. Only the question about storage, which only Firefox asks, is inferred from its
 * name.
 */
export function limitsOf(page: Surroundings): BrowserLimit[] {
  const { navigator } = page;
  const lacks: Record<BrowserLimit, boolean> = {
    push: !('PushManager' in page),
    background_sync: !('SyncManager' in page),
    receipt_printer: !('usb' in navigator) && !('serial' in navigator),
    badge: !('setAppBadge' in navigator),
    asks_to_keep: /\bFirefox\//.test(navigator.userAgent),
  };
  return (Object.keys(lacks) as BrowserLimit[]).filter((limit) => lacks[limit]);
}
