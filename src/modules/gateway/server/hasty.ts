/**
 * A table expression by which a statement alone does not wait for the disk: a database that breaks down forgets the last half second, and calls
 * of a gateway would take as long as the disk.
 */
export const hasty = "(select set_config('synchronous_commit', 'off', true)) as hasty";
