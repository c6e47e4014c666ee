/** Choices for a holding of a person who leaves: it ends, goes to a successor, is taken away, or is switched off. */
export const holdingChoices = ['end', 'handOver', 'remove', 'disable'] as const;
/** One of them. */
export type HoldingChoice = (typeof holdingChoices)[number];
