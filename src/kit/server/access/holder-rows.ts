import type { Parsed } from '#kit/common/contract.ts';
import type { RoleContract } from '#kit/common/role/role.contract.ts';
import type { RoleHolder } from '#kit/common/role/role.schema.ts';
import { callOfJob, everyRow, wordOf } from '../jobs/of-job.ts';
import type { JobContext } from '../services.ts';
import { listHolders } from './role.holders.ts';

const pageSize = 200;

/** The holders of roles of an area for a file, page by page. */
export function holderRows(
  context: JobContext,
  area: string,
  filter: Omit<Parsed<RoleContract['roleEmpList']>, 'pageNum' | 'pageSize'>,
): AsyncGenerator<RoleHolder> {
  return everyRow(context, (pageNum) => listHolders(callOfJob(context), area, { ...filter, pageNum, pageSize }));
}

/** How somebody came to a role, in words. */
export function wayText(context: JobContext, { way }: Pick<RoleHolder['roles'][number], 'way'>): string {
  return wordOf(context, 'kit')(`role.way.${way.kind}`, { name: way.name });
}
