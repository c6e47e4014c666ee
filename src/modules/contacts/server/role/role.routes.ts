import { code } from '#kit/common/codes.ts';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { functionsOf, routesWith, saveGift } from '#kit/server/role-module/role-module.ts';
import { roleData } from '#kit/server/access/role.query.ts';
import { removeRoles, switchRoles } from '#kit/server/access/role.service.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { JobKind } from '#kit/server/services.ts';
import {
  contactRangeCount,
  contactRanges,
  contactResources,
  contactRole,
  contactRoleExport,
  contactRoleReorder,
  contactSaveRanges,
  contactSaveResources,
} from '../../common/role.contract.ts';
import { contactRoleUserCounts, contactRoleUserExport, contactRoleUsers } from '../../common/role-user.contract.ts';
import type { RangeRow } from '../../common/role.contract.ts';
import { contactWords } from '../../common/words.ts';
import { assertExpected } from '../insight/impact.ts';
import { followsHolder, peopleOfRows } from './people-of-rows.ts';
import { reorderRoles } from './reorder.ts';
import { contactGifts } from './role.kind.ts';
import { contactRoles, giftOf, readerOf } from './role.query.ts';
import { roleExportJob, roleUserExportJob } from './role.export.job.ts';
import { countsOfUsers, listRoleUsers } from './role-users.ts';
import { rowViews, sentenceOf } from './sentence.ts';

const area = 'contact';

async function rangesOf(call: Call, input: Parsed<typeof contactRanges>): Promise<Reply<typeof contactRanges>> {
  const role = await roleData(call, area, input.roleId);
  const { authRange, searchRange, exactMatch } = await giftOf(call.db, role.id);
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
    ...(await countedRows(call, counted)),
  };
}

/** How many people rows mean, and what they say in words. */
const countedRows = async (call: Call, rows: readonly RangeRow[]): Promise<Reply<typeof contactRangeCount>> => ({
  people: await peopleOfRows(call, rows),
  byHolder: followsHolder(rows),
  sentence: await sentenceOf(readerOf(call), rows),
});

/** Showing so many more people at once asks for the password again after this long (10428). */
const manyPeople = 10_000;
const stepUpMillis = 5 * 60_000;

async function assertConfirmed(call: Call, { roleId, kind, rows }: Parsed<typeof contactSaveRanges>): Promise<void> {
  if (call.services.now() - call.caller.confirmedAt <= stepUpMillis) return;
  const { authRange, searchRange } = await giftOf(call.db, roleId);
  const before = await peopleOfRows(call, kind === 'auth' || searchRange.same ? authRange : searchRange.rows);
  const after = await peopleOfRows(call, rows);
  if (after - before > manyPeople) throw new Refusal(code.stepUp);
}

const turned = (ids: readonly string[], state: 'enabled' | 'disabled' | 'deleted') =>
  ids.map((roleId) => ({ kind: 'role' as const, roleId, state }));

async function switched(call: Call, { ids, expect }: Parsed<typeof contactRole.enable>, enabled: boolean): Promise<{ count: number }> {
  if (expect) await assertExpected(call, turned(ids, enabled ? 'enabled' : 'disabled'), expect);
  return call.write(async (tx) => ({ count: await switchRoles(tx, call.caller, { area, kind: contactGifts.kind }, { ids, enabled }) }));
}

const own: readonly BoundRoute[] = [
  handle(contactRole.enable, (call, input) => switched(call, input, true)),
  handle(contactRole.disable, (call, input) => switched(call, input, false)),
  handle(contactRoleReorder, (call, { ids }) => call.write(async (tx) => ({ count: await reorderRoles(tx, call.caller, ids) }))),
  handle(contactRole.delete, async (call, { ids, expect }) => {
    if (expect) await assertExpected(call, turned(ids, 'deleted'), expect);
    return call.write(async (tx) => ({ count: await removeRoles(tx, call.caller, { area, kind: contactGifts.kind }, ids) }));
  }),
  handle(contactRanges, (call, input) => rangesOf(call, input)),
  handle(contactRangeCount, async (call, { roleId, rows }) => {
    await roleData(call, area, roleId);
    return countedRows(call, rows);
  }),
  handle(contactSaveRanges, async (call, input) => {
    const { roleId, version, kind, rows, sameAsAuth, exactMatch, expect } = input;
    await assertConfirmed(call, input);
    if (expect)
      await assertExpected(call, [{ kind: 'range', roleId, range: kind, rows, sameAsAuth, ...(exactMatch && { exactMatch }) }], expect);
    const fields: Fields = kind === 'auth' ? { authRange: rows } : { searchRange: { same: sameAsAuth, rows: sameAsAuth ? [] : rows } };
    return saveGift(call, contactGifts, { roleId, version, gift: { ...fields, ...(exactMatch && { exactMatch }) } });
  }),
  handle(contactResources, async (call, { roleId }) => (await functionsOf(call, contactGifts, contactWords, roleId)).shown),
  handle(contactSaveResources, (call, { roleId, version, functions }) =>
    saveGift(call, contactGifts, { roleId, version, gift: { functions } }),
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

/** Operations on contact roles. */
export const contactRoleRoutes = routesWith(contactRoles.routes, own);

/** What is read from and written to files. */
export const contactRoleJobs: readonly JobKind<never, unknown>[] = [...contactRoles.jobs, roleExportJob, roleUserExportJob];
