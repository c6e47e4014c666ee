import type { RoleHolder } from '#kit/common/role/role.schema.ts';
import { wordOf } from '#kit/server/jobs/of-job.ts';
import type { JobContext } from '#kit/server/services.ts';

type Role = RoleHolder['roles'][number];

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
