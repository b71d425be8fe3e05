/** `unclear`: an event of the same second as what is known may be older or newer, so the provider has to be asked. */
export type Recency = 'newer' | 'older' | 'unclear';

export interface StateTime {
  /** The provider's time of an event, or when the state was read. ISO. */
  at: string;
  /** Providers date their events in whole seconds. */
  isEvent?: boolean;
}

/** Compares news with the time of what is known; null: nothing is. */
export function recencyOf(known: string | null, { at, isEvent = false }: StateTime): Recency {
  if (known === null) return 'newer';
  const [before, after] = isEvent ? [secondOf(known), secondOf(at)] : [Date.parse(known), Date.parse(at)];
  if (before > after) return 'older';
  return isEvent && before === after ? 'unclear' : 'newer';
}

const secondOf = (instant: string) => Math.floor(Date.parse(instant) / 1000);
