import type { RoleHolder } from '#kit/common/role/role.schema.ts';
import type { Parsed } from '#kit/common/contract.ts';
import { listHolders } from '#kit/server/access/role.holders.ts';
import type { JobContext } from '#kit/server/services.ts';
import type { holderExport } from '../common/role.contract.ts';
import { callOfJob, wordOf } from './sheet.ts';

const pageSize = 200;

type Filter = Parsed<typeof holderExport>['filter'];

/** The holders of roles of an area, page by page. */
export async function* holdersOf(context: JobContext, area: string, filter: Filter): AsyncGenerator<RoleHolder> {
  for (let pageNum = 1; ; pageNum += 1) {
    context.signal.throwIfAborted();
    const { list, pages } = await listHolders(callOfJob(context), area, { ...filter, pageNum, pageSize });
    yield* list;
    if (pageNum >= pages) return;
  }
}

type Role = RoleHolder['roles'][number];

/** How somebody came to a role, in words. */
export function wayText(context: JobContext, { way }: Role): string {
  return wordOf(context, 'kit')(`role.way.${way.kind}`, { name: way.name });
}

/** The range of a role, in words. */
export function rangeWords(context: JobContext, { range }: Pick<Role, 'range'>): string {
  const words = wordOf(context, 'kit')(`role.range.${range.kind}`);
  return range.kind === 'chosen' ? `${words}: ${range.departments.map(({ fullName }) => fullName).join(', ')}` : words;
}

/** The second factors of somebody, in words. */
export function factorWords(context: JobContext, { factors }: Pick<RoleHolder, 'factors'>): string {
  const word = wordOf(context, 'kit');
  return factors.length === 0 ? word('role.noFactor') : factors.map((kind) => word(`member.factors.${kind}`)).join(', ');
}
