/**
 * Statements that say that a transaction writes thousands of rows. What every row repeats, the question behind a foreign key for instance,
 * is planned once by each connection and kept; made while a table was small, such a plan reads it whole for every row that comes. So plans
 * are made again here, and none of them reads a table whole.
 */
export const manyRowsStatements = ['set local enable_seqscan = off', 'discard plans'] as const;
