/** The key of what one was told of, for all who show it. */
export const notifiedKey = ['warnings', 'told'] as const;
