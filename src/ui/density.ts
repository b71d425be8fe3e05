/** Class for the root of a view used with wet hands: every control at least 48 px high. */
export const kitchenDensity = 'g-kitchen';
