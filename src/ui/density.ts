/** Class for the root of a view that is used with wet hands: every control is 56 px high. */
export const kitchenDensity = 'g-kitchen';
