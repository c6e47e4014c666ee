import { sql } from 'kysely';
import type { Reply } from '#kit/common/contract.ts';
import { namesOf } from '#kit/server/access/role.view.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields, Kind } from '#kit/server/change/kind.ts';
import { siteKind } from '#kit/server/change/site-kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { outsideWord } from '#kit/server/outside-word.ts';
import { addressBook } from '#modules/address-groups/server/public.ts';
import { outerNetGet, outerNetUpdate, type OuterNet } from '../../common/outer-net.contract.ts';
import { outerNetPage } from '../../common/permissions.ts';
import { needsWholeCompany } from '../../common/words.ts';
import { directory, outerNetId } from '../directory.ts';
import { isInside } from '../rule/matches.ts';
import { fileSecurityChanged } from '../rule/changes.ts';
import { spansOf } from '../rule/rule-set.ts';
import { assertSegments, tidySegments } from './segments.ts';

const base = siteKind(
  tableKind({
    kind: 'outerNet',
    module: 'file-security',
    codes: { read: outerNetPage.code, revert: outerNetPage.button.save },
    table: 'file_outer_net',
    name: 'name',
    fields: {
      name: { column: 'name', internal: true },
      segments: { column: 'segments' },
      innerGroups: { column: 'inner_groups' },
      actions: { column: 'actions' },
      exceptions: { column: 'exceptions', refers: 'member' },
      sendDefault: { column: 'send_default' },
    },
  }),
);

/** What holds outside, in the change engine: one object of the draft. */
export const outerNetKind: Kind = {
  ...base,
  siteCode: needsWholeCompany,
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    await fileSecurityChanged(tx);
  },
};

type Row = OuterNet & { id: string; version: number; updatedAt: number; updatedBy: string | null };

async function shown(call: Pick<Call, 'db' | 'caller' | 'services'>): Promise<Reply<typeof outerNetGet>> {
  const { rows } =
    await sql<Row>`select id, version, updated_at as "updatedAt", updated_by as "updatedBy", segments, inner_groups as "innerGroups", actions, exceptions,
    send_default as "sendDefault" from file_outer_net`.execute(call.db);
  const { updatedBy, exceptions, ...row } = rows[0]!;
  const { language, address } = call.caller;
  const range = call.caller.scope();
  const ids = exceptions.map(({ id }) => id);
  const [people, departments, crowds] = [
    await directory.people(call.db, ids, language, range),
    await directory.departments(call.db, ids, language, range),
    await directory.crowds(call.db, ids, language, range),
  ];
  const names = await namesOf(call, [updatedBy]);
  const groups = (await addressBook(call.db)).groups.filter(({ internal }) => internal);
  return {
    ...row,
    updatedBy: names(updatedBy),
    exceptions: exceptions.map((one) => ({
      ...one,
      name: people.get(one.id)?.name ?? departments.get(one.id)?.name ?? crowds.get(one.id) ?? outsideWord(language),
    })),
    groups: groups.map(({ id, name, rows }) => ({ id, name, addresses: rows })),
    callerInside: isInside(spansOf(row.segments), address) || (row.innerGroups && groups.some(({ spans }) => isInside(spans, address))),
    callerAddress: address,
  };
}

/** Operations on what holds outside. */
export const outerNetRoutes: readonly BoundRoute[] = [
  handle(outerNetGet, (call) => shown(call)),
  handle(outerNetUpdate, (call, { version, ...changed }) =>
    call.write(async (tx) => {
      const fields = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined)) as Fields;
      if (changed.segments) {
        assertSegments(changed.segments);
        fields['segments'] = tidySegments(changed.segments);
      }
      await changeObjects(tx, call.caller, outerNetKind, [{ id: outerNetId, version, fields }]);
      return shown({ ...call, db: tx });
    }),
  ),
];
