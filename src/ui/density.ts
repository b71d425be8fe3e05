/** Class for the root of a view used with wet hands: every control at least 48 px high, `bump` 64 px. */
export const kitchenDensity = 'g-kitchen';
/** Class for the main button of a ticket or tile inside such a view. */
export const bumpTarget = 'g-bump';
