/** Calls of thirty days (a hundred a day) from which something counts as busy: it is disabled or deleted by its typed name alone. */
export const busyCalls = 3000;
