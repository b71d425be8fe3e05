/** Two taps of one double tap follow each other faster than this; a hand that bumps ticket after ticket is slower. */
const DOUBLE_TAP_MS = 250;

let lastAt = -Infinity;

/** The second of a double tap hits whatever has slid under the finger, and is not meant for it. Every other tap at the same place counts. */
export function isDoubleTap({ detail, timeStamp }: Pick<UIEvent, 'detail' | 'timeStamp'>): boolean {
  const sinceLast = timeStamp - lastAt;
  lastAt = timeStamp;
  return detail > 1 && sinceLast < DOUBLE_TAP_MS;
}
