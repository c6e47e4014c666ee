import type { Parsed } from '#kit/common/contract.ts';
import type { RoleContract } from '#kit/common/role/role.contract.ts';
import type { RoleHolder } from '#kit/common/role/role.schema.ts';
import { callOfJob, wordOf } from '../jobs/of-job.ts';
import type { JobContext } from '../services.ts';
import { listHolders } from './role.holders.ts';

const pageSize = 200;

/** The holders of roles of an area for a file, page by page. */
export async function* holderRows(
  context: JobContext,
  area: string,
  filter: Omit<Parsed<RoleContract['roleEmpList']>, 'pageNum' | 'pageSize'>,
): AsyncGenerator<RoleHolder> {
  for (let pageNum = 1; ; pageNum += 1) {
    context.signal.throwIfAborted();
    const { list, pages } = await listHolders(callOfJob(context), area, { ...filter, pageNum, pageSize });
    yield* list;
    if (pageNum >= pages) return;
  }
}

/** How somebody came to a role, in words. */
export function wayText(context: JobContext, { way }: Pick<RoleHolder['roles'][number], 'way'>): string {
  return wordOf(context, 'kit')(`role.way.${way.kind}`, { name: way.name });
}
