/**
 * Every table of the product, for Kysely. A module adds its own beside its migrations by declaration merging:
 * `declare module '#platform/database/tables.ts' { interface Tables { employee: EmployeeTable } }`.
 */
export interface Tables {}
