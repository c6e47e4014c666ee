import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick, type LocalDraft } from '#kit/common/language.ts';
import { employeesOfAudience, isInAudience } from '#kit/server/audience/audience.ts';
import { changeObjects, createObjects } from '#kit/server/change/change-objects.ts';
import type { Fields, Kind } from '#kit/server/change/kind.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { notFound, outOfRange, Refusal, wrongState } from '#kit/server/refusal.ts';
import type { Db } from '#kit/server/directory.ts';
import { appInRange, putVersionOnline } from '#modules/apps/server/public.ts';
import { directory, addressees } from '#modules/people/server/public.ts';
import * as contract from '../common/test.contract.ts';
import { testMail } from './test-mail.ts';
import { tests } from './tests.ts';

/** The same kind, whatever fields are changed. */
const kind: Kind = tests.kinds[0]!;
/** Mails of one reminder. */
const mostMails = 500;

/** What administrators do with tests beside the calls of the entity. */
export const testRoutes: readonly BoundRoute[] = [
  handle(contract.testRelease.add, add),
  handle(contract.testEnd, ({ caller, services, write }, { ids, reason }) =>
    write(async (tx) => {
      const before = await kind.read(tx, ids, true);
      const open = ids.filter((id) => before.get(id)?.fields['endedAt'] === null || !before.has(id));
      await changeObjects(
        tx,
        caller,
        kind,
        open.map((id) => ({ id, version: null, fields: { endedAt: services.now() } })),
        { reason: reason ?? null },
      );
      return { count: open.length };
    }),
  ),
  handle(contract.testRemind, remind),
  handle(contract.testPromote, (call, { id }) =>
    call.write(async (tx) => {
      const found = (await kind.read(tx, [id], true)).get(id);
      if (found && found.fields['endedAt'] !== null) throw wrongState('ended');
      await changeObjects(tx, call.caller, kind, [{ id, version: null, fields: { endedAt: call.services.now() } }]);
      await putVersionOnline(tx, call, String(found?.fields['versionId']));
      return { count: 1 };
    }),
  ),
  handle(contract.testPreview, preview),
];

/** A test belongs to the app of its version, which must have something that can be installed. */
async function add(call: Call, draft: Parsed<typeof contract.testRelease.add>): Promise<{ id: string }> {
  const { caller, services } = call;
  return call.write(async (tx) => {
    const range = caller.scope();
    const { rows } = await sql<{ appId: string; installable: boolean }>`select t.app_id as "appId",
        t.file_id is not null or t.store_url is not null as installable from app_version as t
      where t.id = ${draft.versionId}::uuid and ${appInRange(range, 't.app_id')}`.execute(tx);
    const [version] = rows;
    if (!version) throw range.all ? notFound() : outOfRange();
    if (!version.installable)
      throw new Refusal(13020, { missing: services.texts.text(caller.language, 'apps', 'missing.package') }, { missing: ['package'] });
    const fields: Fields = { ...draft, testers: draft.testers.map((row) => ({ ...row })), appId: version.appId, endedAt: null };
    const [id] = await createObjects(tx, caller, kind, [{ name: draft.name, path: null, fields }]);
    return { id: id! };
  });
}

interface Tested {
  versionId: string;
  name: string;
  what: LocalDraft | null;
  testers: contract.TestRow['testers'];
  appName: LocalDraft;
  versionName: string;
  buildNo: string;
  notes: LocalDraft | null;
  size: number | null;
  endedAt: number | null;
  until: number;
}

/** A test in the caller's range with its version. */
async function findTest(db: Db, { scope }: Call['caller'], id: string): Promise<Tested> {
  const range = scope();
  const { rows } =
    await sql<Tested>`select t.version_id as "versionId", t.name, t.what, t.testers, a.name as "appName", t.until, t.ended_at as "endedAt",
      v.version_name as "versionName", v.build_no as "buildNo", v.notes, (v.facts ->> 'size')::bigint as size
    from test_release t join app a on a.id = t.app_id join app_version v on v.id = t.version_id
    where t.id = ${id}::uuid and ${appInRange(range, 't.app_id')}`.execute(db);
  if (!rows[0]) throw range.all ? notFound() : outOfRange();
  return rows[0];
}

async function remind(call: Call, { id }: Parsed<typeof contract.testRemind>): Promise<{ count: number }> {
  const { caller, services } = call;
  return call.write(async (tx) => {
    const test = await findTest(tx, caller, id);
    if (test.endedAt !== null || test.until <= services.now()) throw wrongState('ended');
    caller.touch({ kind: 'testRelease', id, name: test.name });
    const { rows } = await sql<{ id: string }>`select e.id from (${employeesOfAudience(directory, test.testers)}) as e
      where ${directory.employeeInRange(caller.scope(), 'e.id')} and not exists (select from version_offer o
        where o.version_id = ${test.versionId}::uuid and o.employee_id = e.id and o.installed_at is not null)
      order by e.id limit ${mostMails}`.execute(tx);
    const people = await addressees(
      tx,
      rows.map((row) => row.id),
    );
    let count = 0;
    for (const { email, name, language } of people.values()) {
      if (email === null) continue;
      await services.mails.queue(tx, {
        template: testMail.code,
        to: { address: email, name },
        language,
        values: { name, app: pick(test.appName, language), version: test.versionName, test: test.name },
      });
      count += 1;
    }
    return { count };
  });
}

async function preview(
  { db, caller }: Call,
  { id, empId }: Parsed<typeof contract.testPreview>,
): Promise<Reply<typeof contract.testPreview>> {
  const test = await findTest(db, caller, id);
  const range = caller.scope();
  const { rows } = await sql`select from (values (${empId}::uuid)) as e(id)
    where ${directory.employeeInRange(range, 'e.id')} and ${directory.employeeIsHere('e.id')}`.execute(db);
  if (rows.length === 0) throw range.all ? notFound() : outOfRange();
  const said = (text: LocalDraft | null): string => (text ? pick(text, caller.language) : '');
  return {
    included: test.endedAt === null && (await isInAudience(db, directory, test.testers, empId)),
    appName: pick(test.appName, caller.language),
    name: test.name,
    what: said(test.what),
    versionName: test.versionName,
    buildNo: test.buildNo,
    notes: said(test.notes),
    size: Number(test.size ?? 0),
  };
}
