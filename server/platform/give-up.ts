/** Thrown by a job that cannot succeed later. It is reported and not tried again. */
export class GiveUp extends Error {
  override name = 'GiveUp';
}
