import type { Parsed, Reply } from '#kit/common/contract.ts';
import { memberFiles } from '#kit/server/access/member-files.ts';
import { findRole, roleData } from '#kit/server/access/role.query.ts';
import { holdingRoutes } from '#kit/server/access/role.routes.ts';
import { removeRoles } from '#kit/server/access/role.service.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import { code } from '#kit/common/codes.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import type { JobKind } from '#kit/server/services.ts';
import {
  contactHolding,
  contactMembers,
  contactRanges,
  contactResources,
  contactRole,
  contactRoleExport,
  contactSaveRanges,
  contactSaveResources,
} from '../../common/role.contract.ts';
import { contactRoleUserCounts, contactRoleUserExport, contactRoleUsers } from '../../common/role-user.contract.ts';
import type { RangeRow } from '../../common/role.contract.ts';
import { functionGroups, riskyFunctions, type ContactFunction } from '../../common/words.ts';
import { assertExpected } from '../insight/impact.ts';
import { peopleOfRows } from './people-of-rows.ts';
import { contactRoleKind } from './role.kind.ts';
import { emptyGift, giftsOf, listContactRoles, readerOf, withGifts } from './role.query.ts';
import { roleExportJob, roleUserExportJob } from './role.export.job.ts';
import { countsOfUsers, listRoleUsers } from './role-users.ts';
import { rowViews, sentenceOf } from './sentence.ts';

const area = 'contact';
const files = memberFiles(contactMembers, contactRoleKind);
const replaced = new Set(['list', 'find', 'delete'].map((name) => `role/${area}/${name}`));

/** What is read from and written to files. */
export const contactRoleJobs: readonly JobKind<never, unknown>[] = [...files.jobs, roleExportJob, roleUserExportJob];

async function rangesOf(call: Call, input: Parsed<typeof contactRanges>): Promise<Reply<typeof contactRanges>> {
  const role = await roleData(call, area, input.roleId);
  const { authRange, searchRange, exactMatch } = (await giftsOf(call, [role.id])).get(role.id) ?? emptyGift;
  const rows: RangeRow[] = input.kind === 'auth' ? authRange : searchRange.rows;
  const same = input.kind === 'search' && searchRange.same;
  const counted = same ? authRange : rows;
  return {
    roleId: role.id,
    version: role.version,
    kind: input.kind,
    sameAsAuth: same,
    rows: await rowViews(readerOf(call), rows),
    exactMatch,
    people: await peopleOfRows(call, counted),
    sentence: await sentenceOf(readerOf(call), counted),
  };
}

function resourcesView(
  call: Call,
  role: { id: string; version: number },
  functions: readonly ContactFunction[],
): Reply<typeof contactResources> {
  const word = (key: string): string => call.services.texts.text(call.caller.language, 'contacts', key);
  const groups = Object.entries(functionGroups) as [keyof typeof functionGroups, readonly ContactFunction[]][];
  return {
    roleId: role.id,
    version: role.version,
    functions: [...functions],
    catalogue: groups.flatMap(([group, codes]) =>
      codes.map((code) => ({
        group,
        code,
        name: word(`function.${code}`),
        meaning: word(`function.${code}.means`),
        risk: riskyFunctions.includes(code),
      })),
    ),
  };
}

/** Showing so many more people at once asks for the password again after this long (10428). */
const manyPeople = 10_000;
const stepUpMillis = 5 * 60_000;

async function assertConfirmed(call: Call, { roleId, kind, rows }: Parsed<typeof contactSaveRanges>): Promise<void> {
  if (call.services.now() - call.caller.confirmedAt <= stepUpMillis) return;
  const { authRange, searchRange } = (await giftsOf(call, [roleId])).get(roleId) ?? emptyGift;
  const before = await peopleOfRows(call, kind === 'auth' || searchRange.same ? authRange : searchRange.rows);
  const after = await peopleOfRows(call, rows);
  if ((after ?? 0) - (before ?? 0) > manyPeople) throw new Refusal(code.stepUp);
}

/** Operations on contact roles. */
export const contactRoleRoutes: readonly BoundRoute[] = [
  ...holdingRoutes(contactHolding, contactRoleKind).filter(({ operation }) => !replaced.has(operation.path)),
  ...files.routes,
  handle(contactRole.list, (call, input) => listContactRoles(call, input)),
  handle(contactRole.find, async (call, { roleId }) => (await withGifts(call, [await findRole(call, area, roleId)]))[0]!),
  handle(contactRole.delete, async (call, { ids, expect }) => {
    if (expect)
      await assertExpected(
        call,
        ids.map((roleId) => ({ kind: 'role' as const, roleId, state: 'deleted' as const })),
        expect,
      );
    return call.write(async (tx) => ({ count: await removeRoles(tx, call.caller, { area, kind: contactRoleKind }, ids) }));
  }),
  handle(contactRanges, (call, input) => rangesOf(call, input)),
  handle(contactSaveRanges, async (call, input) => {
    const { roleId, version, kind, rows, sameAsAuth, exactMatch, expect } = input;
    await assertConfirmed(call, input);
    if (expect)
      await assertExpected(call, [{ kind: 'range', roleId, range: kind, rows, sameAsAuth, ...(exactMatch && { exactMatch }) }], expect);
    const fields: Fields = kind === 'auth' ? { authRange: rows } : { searchRange: { same: sameAsAuth, rows: sameAsAuth ? [] : rows } };
    return call.write(async (tx) => {
      const [state] = await changeObjects(tx, call.caller, contactRoleKind, [
        { id: roleId, version, fields: { ...fields, ...(exactMatch && { exactMatch }) } },
      ]);
      return { version: state!.version };
    });
  }),
  handle(contactResources, async (call, { roleId }) => {
    const role = await roleData(call, area, roleId);
    return resourcesView(call, role, ((await giftsOf(call, [role.id])).get(role.id) ?? emptyGift).functions);
  }),
  handle(contactSaveResources, (call, { roleId, version, functions }) =>
    call.write(async (tx) => {
      const [state] = await changeObjects(tx, call.caller, contactRoleKind, [{ id: roleId, version, fields: { functions } }]);
      return { version: state!.version };
    }),
  ),
  handle(contactRoleUsers, (call, input) => listRoleUsers(call, input)),
  handle(contactRoleUserCounts, (call, { ids }) => countsOfUsers(call, ids)),
  handle(contactRoleExport, (call, input) =>
    call.write(async (tx) => {
      // Who may export nothing is told at once.
      call.caller.scope();
      return { jobId: await call.services.jobs.start(tx, call.caller, roleExportJob, input) };
    }),
  ),
  handle(contactRoleUserExport, (call, input) =>
    call.write(async (tx) => {
      // Who may export nothing is told at once.
      call.caller.scope();
      return { jobId: await call.services.jobs.start(tx, call.caller, roleUserExportJob, input) };
    }),
  ),
];
