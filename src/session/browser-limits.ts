/** What Galley would use and this browser lacks. `asks_to_keep`: the browser asks the person whether it may keep what is stored. */
export type BrowserLimit = 'push' | 'background_sync' | 'receipt_printer' | 'badge' | 'asks_to_keep';

/** The globals that it is read from. */
export interface Surroundings {
  navigator: Pick<Navigator, 'userAgent'>;
}

/** What this browser lacks, as it says of itself: nothing is guessed from its name but the question that only Firefox asks. */
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
