import type { JobKind } from '../services.ts';
import { exportJob } from './crud-export.job.ts';
import { importJob } from './crud-import.job.ts';
import type { Written } from './crud-write.ts';

/** The jobs of an entity's verbs, where it has them. */
export interface CrudJobs {
  readonly exporting?: JobKind<never, unknown>;
  readonly importing?: JobKind<never, unknown>;
}

/** The jobs of an entity. */
export const jobsOf = (entity: Written): CrudJobs => ({
  ...(entity.contract.verbs.includes('export') && { exporting: exportJob(entity) }),
  ...(entity.contract.verbs.includes('import') && { importing: importJob(entity) }),
});
