import { sql } from 'kysely';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { accountInRange } from '#kit/server/access/member-files.ts';
import { keepSheet, moment, type MadeSheet, type SheetFormat } from '#kit/server/files/keep-sheet.ts';
import { withNamedSheet } from '#kit/server/files/named-sheet.ts';
import { outsideWord } from '#kit/server/outside-word.ts';
import { outOfRange } from '#kit/server/refusal.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import { announce } from '#modules/messaging/server/public.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { groupMemberExport, groupMemberImport, type MemberImportResult } from '../../common/member-file.contract.ts';
import { chatManagePage as page } from '../../common/permissions.ts';
import type { MemberRole } from '../../common/words.ts';
import { assertGroups } from '../group.routes.ts';
import { bringIn } from './bring-in.ts';
import { notifyMembers } from './follow.ts';
import { groupsById } from './members.ts';

const columns = ['account', 'name', 'departmentName', 'role', 'nickname', 'joinedAt', 'mutedUntil'] as const;
const pageSize = 500;
/** As many as a group may have. */
const maxRows = 20_000;
const atOnce = 500;
/** Lines that a result names. */
const mostRefused = 200;

/** Writes the members of a group to a file. */
const exportJob: JobKind<{ groupId: string; format: SheetFormat }, MadeSheet> = {
  kind: 'imGroup.exportMembers',
  title: { namespace: 'groups', key: 'job.exportMembers' },
  code: page.button.export,
  run: async (context, { groupId, format }) => {
    const { services, caller } = context;
    const word = (key: string): string => services.texts.text(caller.language, 'groups', key);
    const { db } = services.database;
    await assertGroups({ caller }, db, [groupId]);
    const name = (await groupsById(db, [groupId])).get(groupId)?.name ?? word('groupMember');
    return keepSheet(context, {
      title: name,
      header: columns.map((column) => word(`groupMember.field.${column}`)),
      rows: cellsOf(context, groupId),
      format,
      query: { groupId },
    });
  },
};

interface Row {
  id: string;
  role: MemberRole;
  nickname: string;
  joinedAt: number;
  mutedUntil: number | null;
}

async function* cellsOf({ services, caller }: JobContext, groupId: string): AsyncGenerator<Cell[]> {
  const range = caller.scope();
  const { db } = services.database;
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await sql<Row>`select employee_id as id, role, nickname, joined_at as "joinedAt", muted_until as "mutedUntil"
      from im_group_member where group_id = ${groupId}::uuid and employee_id > ${after}::uuid order by employee_id limit ${pageSize}`.execute(
      db,
    );
    const people = await services.directory.people(
      db,
      rows.map(({ id }) => id),
      caller.language,
      range,
    );
    for (const row of rows) {
      const person = people.get(row.id);
      yield [
        person?.account ?? '',
        person?.name ?? outsideWord(caller.language),
        person?.departmentName ?? '',
        services.texts.text(caller.language, 'groups', `member.role.${row.role}`),
        row.nickname,
        moment(row.joinedAt),
        moment(row.mutedUntil),
      ];
    }
    if (rows.length < pageSize) return;
    after = rows.at(-1)!.id;
  }
}

const read = { account: { namespace: 'groups', key: 'groupMember.field.account' } };

/** Adds the people of a file, some hundred in a transaction; who is in the group already stays as they are. */
const importJob: JobKind<{ groupId: string; fileId: string }, MemberImportResult> = {
  kind: 'imGroup.importMembers',
  title: { namespace: 'groups', key: 'job.importMembers' },
  code: page.button.addMember,
  exclusive: ({ groupId }) => groupId,
  run: (context, { groupId, fileId }) =>
    withNamedSheet(context, { fileId, maxRows, columns: read, required: 'account' }, async ({ rows }) => {
      await assertGroups(context, context.services.database.db, [groupId]);
      const result: MemberImportResult = { count: 0, refused: [], more: 0 };
      let some = new Map<string, { line: number; account: string }>();
      const refuse = (one: MemberImportResult['refused'][number]): void => {
        if (result.refused.length < mostRefused) result.refused.push(one);
        else result.more += 1;
      };
      const take = async (): Promise<void> => {
        const { count, unfit } = await bring(context, groupId, [...some.keys()]);
        result.count += count;
        for (const [id, reason] of unfit) refuse({ ...some.get(id)!, reason });
        await context.progress({
          done: result.count,
          total: result.count + result.refused.length + result.more,
          failed: result.refused.length,
        });
        some = new Map();
      };
      for await (const { line, cells } of rows) {
        const person = await accountInRange(context, cells.account);
        if (!person) refuse({ line, account: cells.account, reason: 'unknown' });
        else if (!some.has(person.uid)) some.set(person.uid, { line, account: cells.account });
        if (some.size >= atOnce) await take();
      }
      if (some.size > 0) await take();
      return result;
    }),
};

async function bring({ services, caller }: JobContext, groupId: string, uids: readonly string[]) {
  const { db } = services.database;
  const { fit, unfit, news } = await db.transaction().execute(async (tx) => {
    const group = (await groupsById(tx, [groupId])).get(groupId);
    if (!group) throw outOfRange();
    return bringIn(tx, services, { by: { uid: caller.uid, name: caller.name }, group, uids });
  });
  await notifyMembers(services, groupId);
  await announce(services, news);
  return { count: fit.length, unfit };
}

/** The jobs that write and read files of members. */
export const memberFileJobs = [exportJob, importJob] as const;

/** Members of groups in files. */
export const memberFileRoutes: readonly BoundRoute[] = [
  handle(groupMemberExport, async (call, input) => {
    await assertGroups(call, call.db, [input.groupId]);
    call.caller.note({ groupId: input.groupId });
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, exportJob, input) }));
  }),
  handle(groupMemberImport, async (call, input) => {
    await assertGroups(call, call.db, [input.groupId]);
    call.caller.note({ groupId: input.groupId });
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, importJob, input) }));
  }),
];
