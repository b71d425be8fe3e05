/** The time comes in as an argument, so that a test is exact to the millisecond. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
