import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { RoleRow } from '#kit/common/role/role.schema.ts';
import { listRoles } from '#kit/server/access/role.query.ts';
import { peopleInRange, type RoleCall } from '#kit/server/access/role.view.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import type { contactRole } from '../../common/role.contract.ts';
import { everyoneRoleId } from '../directory.ts';
import { roleOrder } from './reorder.ts';
import { giftIn, type Gift } from './role.kind.ts';
import { sentenceOf } from './sentence.ts';

/** What roles give, by id. */
export async function giftsOf(call: RoleCall, ids: readonly string[]): Promise<Map<string, Gift>> {
  const { rows } = await sql<{ id: string } & Gift>`select role_id as id, auth_rows as "authRange",
    jsonb_build_object('same', search_same, 'rows', search_rows) as "searchRange", exact_match as "exactMatch", functions
    from contact_role where role_id = any(${ids}::uuid[])`.execute(call.db);
  return new Map(rows.map(({ id, ...fields }) => [id, { ...emptyGift, ...giftIn({ ...fields }) }]));
}
/** A role that gives nothing. */
export const emptyGift: Gift = { authRange: [], searchRange: { same: true, rows: [] }, exactMatch: [], functions: [] };

/** Who reads a sentence. */
export const readerOf = (call: RoleCall) => ({
  db: call.db,
  range: call.caller.scope(),
  language: call.caller.language,
  texts: call.services.texts,
});

const everybody = [{ kind: 'department' as const, id: rootDepartmentId, until: null }];

/** Adds to roles what they give, in words. */
export async function withGifts<R extends Pick<RoleRow, 'id' | 'name' | 'people'>>(call: RoleCall, roles: readonly R[]) {
  const gifts = await giftsOf(
    call,
    roles.map(({ id }) => id),
  );
  const shown = [];
  for (const role of roles) {
    const { authRange, searchRange, functions } = gifts.get(role.id) ?? emptyGift;
    const builtIn = role.id === everyoneRoleId;
    shown.push({
      ...role,
      people: builtIn ? await peopleInRange(call, everybody) : role.people,
      name: builtIn ? call.services.texts.text(call.caller.language, 'contacts', 'contactRole.everyone') : role.name,
      authRange: await sentenceOf(readerOf(call), authRange),
      searchRange: searchRange.same
        ? call.services.texts.text(call.caller.language, 'contacts', 'range.sameAsAuth')
        : await sentenceOf(readerOf(call), searchRange.rows),
      functions: functions.length,
      builtIn,
    });
  }
  return shown;
}

/** A page of contact roles, the built-in one first. */
export async function listContactRoles(call: RoleCall, input: Parsed<typeof contactRole.list>): Promise<Reply<typeof contactRole.list>> {
  const further = { where: sql<boolean>`true`, order: roleOrder };
  const { list, ...counted } = await listRoles(call, 'contact', input, further);
  return { list: await withGifts(call, list), ...counted };
}
