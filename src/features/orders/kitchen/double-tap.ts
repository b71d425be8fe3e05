/** The taps of a double tap are closer together than this; bumping ticket after ticket is slower. */
const DOUBLE_TAP_MS = 250;

let lastAt = -Infinity;

/**
 * Whether the event is the second tap of a double tap. It hits whatever has moved under the finger and is not meant for that. Every
 * other tap at the same place counts.
 */
export function isDoubleTap({ detail, timeStamp }: Pick<UIEvent, 'detail' | 'timeStamp'>): boolean {
  const sinceLast = timeStamp - lastAt;
  lastAt = timeStamp;
  return detail > 1 && sinceLast < DOUBLE_TAP_MS;
}
