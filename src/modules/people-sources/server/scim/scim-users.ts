import type { Services } from '#kit/server/services.ts';
import type { RawRecord } from '../connector/connector.ts';
import type { ScimCaller } from './scim-caller.ts';
import type { ResourceWorks } from './scim-change.ts';
import { badRequest, ScimError } from './scim-error.ts';
import { userRecord } from './scim-mapping.ts';
import { push, type PushOutcome } from './scim-run.ts';
import { groupsOf, type Stored } from './scim-store.ts';
import { enterpriseSchema, users } from './schema.ts';

/** Users are people here. */
export const userWorks: ResourceWorks = {
  schema: users,
  name: 'userName',
  settle: async (services, caller, { word, row, was }) => {
    const records = await recordsOf(services, caller, [row], { isNew: was === undefined });
    const outcome = await push(services, caller, { word, records, gone: [] });
    assertDone(services, outcome.get(row.id));
  },
  // The leaver policy decides.
  remove: async (services, caller, { id }) => {
    const outcome = await push(services, caller, { word: 'scim.delete', records: [], gone: [{ of: 'employee', id }] });
    assertDone(services, outcome.get(id));
  },
};

/** Users as records of the source, with the departments that their groups are; `without` is a group that goes. */
export async function recordsOf(
  services: Pick<Services, 'database'>,
  caller: ScimCaller,
  rows: readonly Stored[],
  { isNew = false, without }: { isNew?: boolean; without?: string | undefined } = {},
): Promise<RawRecord[]> {
  const { db } = services.database;
  const { config } = caller;
  const source = await db.selectFrom('source').select('leaver_policy').where('id', '=', caller.sourceId).executeTakeFirstOrThrow();
  const inactive = !isNew && ['quarantine', 'leave'].includes(source.leaver_policy.do) ? 'left' : 'disabled';
  const groups =
    config.groups === 'departments'
      ? await groupsOf(
          db,
          caller,
          rows.map(({ id }) => id),
          without,
        )
      : undefined;
  return rows.map((row) => {
    const extension = row.resource[enterpriseSchema] as Record<string, unknown> | undefined;
    const department = typeof extension?.['department'] === 'string' ? extension['department'] : undefined;
    const path = config.department === 'path' ? department?.split(config.pathSeparator).join('/') : department;
    return userRecord(row.resource, {
      id: row.id,
      departments: groups && (groups.get(row.id) ?? []).map(({ id }) => id),
      path: groups ? undefined : path,
      inactive,
    });
  });
}

const taken = /taken|repeated|linkedElsewhere|several|exists/i;

/** What was refused is said in SCIM's words. */
export function assertDone(services: Pick<Services, 'texts'>, outcome: PushOutcome | undefined): void {
  if (!outcome || outcome.state === 'applied' || outcome.reasonCode === null) return;
  const { reasonCode, reason } = outcome;
  const key = reasonCode.startsWith('extra.') ? `issue.${reasonCode}` : `sourceRun.reason.${reasonCode}`;
  const detail = services.texts.text('en_US', 'user-centre', key, reason?.params);
  if (taken.test(reasonCode)) throw new ScimError(409, detail, { scimType: 'uniqueness' });
  if (reasonCode === '12131' || reasonCode === '10423') throw new ScimError(403, detail);
  throw badRequest('invalidValue', `${reason?.path ? `${reason.path}: ` : ''}${detail}`);
}
