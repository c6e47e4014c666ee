import type { MigrationSource } from '#platform/database/migrate.ts'

/** Every module's migrations, in the order in which they are applied. */
export const migrationSources: MigrationSource[] = []
