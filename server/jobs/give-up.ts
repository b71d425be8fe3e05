/** A job throws it when no further try can help. It is reported, and not tried again. */
export class GiveUp extends Error {
  override name = 'GiveUp';
}
