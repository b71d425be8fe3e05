/** Time as an argument, so that tests are exact to the millisecond. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
