/** "1,234", for a person. */
export const count = (number: number): string => number.toLocaleString('en-GB');
