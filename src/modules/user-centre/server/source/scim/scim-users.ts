import type { Services } from '#kit/server/services.ts';
import { patched } from './patch.ts';
import { resourceOf, type Resource } from './resource.ts';
import { badRequest, ScimError } from './scim-error.ts';
import type { ScimCaller } from './scim-caller.ts';
import { keepChanged, keepNew } from './scim-keep.ts';
import { userRecord } from './scim-mapping.ts';
import { push, type PushOutcome } from './scim-run.ts';
import { assertVersion, findResource, groupsOf, type Stored } from './scim-store.ts';
import { enterpriseSchema, users } from './schema.ts';
import type { RawRecord } from '../connector/connector.ts';

/** A new user; 409 where the name is taken. */
export async function createUser(services: Services, caller: ScimCaller, sent: unknown): Promise<Stored> {
  const resource = resourceOf(sent, users);
  assertName(resource);
  return keepNew(services, caller, 'User', {
    resource,
    settle: (row) => settle(services, caller, { word: 'scim.create', row, isNew: true }),
  });
}

/** The whole user anew: what is not sent is no more. */
export async function replaceUser(services: Services, caller: ScimCaller, { id, sent, ifMatch }: Wish): Promise<Stored> {
  const now = await findResource(services.database.db, caller, users, id);
  assertVersion(now, ifMatch);
  return store(services, caller, { now, next: resourceOf(sent, users), word: 'scim.replace' });
}

/** Some of the user anew (RFC 7644 3.5.2). */
export async function patchUser(services: Services, caller: ScimCaller, { id, sent, ifMatch }: Wish): Promise<Stored> {
  const now = await findResource(services.database.db, caller, users, id);
  assertVersion(now, ifMatch);
  return store(services, caller, { now, next: patched(now.resource, sent, users), word: 'scim.patch' });
}

/** The user is gone there: here the leaver policy decides. */
export async function deleteUser(services: Services, caller: ScimCaller, { id, ifMatch }: Omit<Wish, 'sent'>): Promise<void> {
  const { db } = services.database;
  const now = await findResource(db, caller, users, id);
  assertVersion(now, ifMatch);
  const outcome = await push(services, caller, { word: 'scim.delete', records: [], gone: [{ of: 'employee', id }] });
  assertDone(services, outcome.get(id));
  await db.deleteFrom('scim_resource').where('id', '=', id).execute();
}

/** A change of one resource. */
export interface Wish {
  id: string;
  sent: unknown;
  ifMatch: string | undefined;
}

function assertName(resource: Resource): void {
  const name = resource['userName'];
  if (typeof name !== 'string' || name.trim() === '') throw badRequest('invalidValue', 'userName is missing');
}

async function store(
  services: Services,
  caller: ScimCaller,
  { now, next, word }: { now: Stored; next: Resource; word: string },
): Promise<Stored> {
  assertName(next);
  return keepChanged(services, now, { resource: next, settle: (row) => settle(services, caller, { word, row, isNew: false }) });
}

/** The person follows the resource. */
async function settle(
  services: Services,
  caller: ScimCaller,
  { word, row, isNew }: { word: string; row: Stored; isNew: boolean },
): Promise<void> {
  const records = await recordsOf(services, caller, [row], isNew);
  const outcome = await push(services, caller, { word, records, gone: [] });
  assertDone(services, outcome.get(row.id));
}

/** Users as records of the source, with the departments that their groups are. */
export async function recordsOf(services: Services, caller: ScimCaller, rows: readonly Stored[], isNew: boolean): Promise<RawRecord[]> {
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
export function assertDone(services: Services, outcome: PushOutcome | undefined): void {
  if (!outcome || outcome.state === 'applied' || outcome.reasonCode === null) return;
  const { reasonCode, reason } = outcome;
  const detail = services.texts.text('en_US', 'user-centre', `sourceRun.reason.${reasonCode}`, reason?.params);
  if (taken.test(reasonCode)) throw new ScimError(409, detail, { scimType: 'uniqueness' });
  if (reasonCode === '12131' || reasonCode === '10423') throw new ScimError(403, detail);
  throw badRequest('invalidValue', `${reason?.path ? `${reason.path}: ` : ''}${detail}`);
}
