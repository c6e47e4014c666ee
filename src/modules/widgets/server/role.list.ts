import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { listRoles } from '#kit/server/access/role.query.ts';
import { peopleInRange, type RoleCall } from '#kit/server/access/role.view.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { everyoneRoleId, type mamRole } from '../common/role.contract.ts';
import { appChannels } from '../common/widget-words.ts';

/** What app roles give, by id. */
export async function codesOf(call: RoleCall, ids: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; codes: string[] }>`select role_id as id, codes from mam_role
    where role_id = any(${[...ids]}::uuid[])`.execute(call.db);
  return new Map(rows.map(({ id, codes }) => [id, codes]));
}

const everybody = [{ kind: 'department' as const, id: rootDepartmentId, until: null }];

/** Adds to app roles what they give. */
export async function withGifts<R extends { id: string; name: string; people: number }>(call: RoleCall, roles: readonly R[]) {
  const given = await codesOf(
    call,
    roles.map(({ id }) => id),
  );
  const shown = [];
  for (const role of roles) {
    const codes = given.get(role.id) ?? [];
    const builtIn = role.id === everyoneRoleId;
    shown.push({
      ...role,
      name: builtIn ? call.services.texts.text(call.caller.language, 'widgets', 'mamRole.everyone') : role.name,
      people: builtIn ? await peopleInRange(call, everybody) : role.people,
      widgets: codes.filter((one) => one.startsWith('widget:')).length,
      functions: codes.filter((one) => one.startsWith('func:')).length,
      channels: appChannels.filter((one) => codes.includes(`channel:${one}`)),
      builtIn,
    });
  }
  return shown;
}

const everyoneFirst = sql`role.id = ${everyoneRoleId}::uuid desc, lower(role.name), role.id`;

/** App roles, the one that everybody holds first. */
export async function listMam(call: RoleCall, input: Parsed<typeof mamRole.list>): Promise<Reply<typeof mamRole.list>> {
  const { list, ...counted } = await listRoles(call, 'mam', input, { where: sql<boolean>`true`, order: everyoneFirst });
  return { list: await withGifts(call, list), ...counted };
}
