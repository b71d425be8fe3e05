/** Class for the root of a view that is used with wet hands: every control is at least 48 px high. */
export const kitchenDensity = 'g-kitchen';
