/**
 * Every table of the product, for Kysely. A module adds its own beside its migrations by declaration merging:
 * `declare module '#platform/database/tables.ts' { interface Tables { employee: EmployeeTable } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by the modules
export interface Tables {}
