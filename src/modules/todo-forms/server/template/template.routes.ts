import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { namesOf } from '#kit/server/access/role.view.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Db } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { notFound } from '#kit/server/refusal.ts';
import { changesBetween } from '../../common/form/changes.ts';
import { problemsOf } from '../../common/form/problems.ts';
import type { FormVersion } from '../../common/form/version.ts';
import * as contract from '../../common/template/template.contract.ts';
import { previewOf } from './preview.ts';
import { contentOf, openOf, publish, rollback, unplan } from './publish.ts';
import { assertTemplateReach } from './reach.ts';
import { draftOf, keepDraft, todoTemplates } from './templates.ts';

const monthMillis = 30 * 86_400_000;

/** Changes a template; its draft is kept beside it, and counted so that two who save at once notice. */
async function update(
  call: Call,
  { draft, ...change }: Parsed<typeof contract.todoTemplate.update>,
): Promise<Reply<typeof contract.todoTemplate.update>> {
  const { id, version } = change;
  return call.write(async (tx) => {
    const means = { ...call, db: tx };
    if (draft !== undefined) {
      const { draftNo } = await todoTemplates.one(means, id);
      await changeObjects(tx, call.caller, todoTemplates.kind, [{ id, version, fields: { draftNo: draftNo + 1 } }]);
      await keepDraft(tx, { templateId: id, content: draft, at: call.services.now(), byId: call.caller.uid });
    }
    const rest = Object.values(change).filter((value) => value !== undefined).length > 2;
    if (draft === undefined || rest)
      await todoTemplates.update(tx, call, { ...change, version: draft === undefined ? version : version + 1 });
    return todoTemplates.one(means, id);
  });
}

/** Copies a template with its draft, into the same system under another code. */
async function copy(call: Call, input: Parsed<typeof contract.templateCopy>): Promise<Reply<typeof contract.templateCopy>> {
  return call.write(async (tx) => {
    const found = await todoTemplates.one({ ...call, db: tx }, input.id);
    const systemId = input.systemId ?? found.systemId;
    const made = await todoTemplates.add(tx, call, { systemId, name: { ...found.name }, code: input.code, ownerId: found.ownerId });
    await keepDraft(tx, { templateId: made.id, content: found.content, at: call.services.now(), byId: call.caller.uid });
    return made;
  });
}

async function check(call: Call, { id, draft }: Parsed<typeof contract.templateCheck>): Promise<Reply<typeof contract.templateCheck>> {
  const found = await todoTemplates.one(call, id);
  const content = draft ?? found.content;
  const before = found.published === 0 ? undefined : await contentOf(call.db, id, found.published);
  return {
    problems: problemsOf(content),
    changes: before ? changesBetween(before, content) : [],
    open: await openOf(call.db, id),
    published: found.published,
  };
}

interface VersionRow {
  id: string;
  number: number;
  at: number;
  byId: string;
  note: string;
  rollbackOf: number | null;
  fields: number;
  actions: number;
  open: number;
  items: number;
}

async function versions(call: Call, { id }: Parsed<typeof contract.templateVersions>): Promise<Reply<typeof contract.templateVersions>> {
  const { published } = await todoTemplates.one(call, id);
  const { rows } = await sql<VersionRow>`select v.id, v.number, v.at, v.by_id as "byId", v.note, v.rollback_of as "rollbackOf",
      jsonb_array_length(v.content -> 'fields') as fields, jsonb_array_length(v.content -> 'actions') as actions,
      (select count(*)::int from todo_item i where i.version_id = v.id and i.state = 'open') as open,
      (select count(*)::int from todo_item i where i.template_id = v.template_id and i.version_id = v.id) as items
    from todo_version v where v.template_id = ${id}::uuid order by v.number desc limit 200`.execute(call.db);
  const names = await namesOf(
    call,
    rows.map(({ byId }) => byId),
  );
  return { list: rows.map(({ byId, ...row }) => ({ ...row, by: names(byId), current: row.number === published })) };
}

async function version(
  call: Call,
  { id, number }: Parsed<typeof contract.templateVersion>,
): Promise<Reply<typeof contract.templateVersion>> {
  await assertTemplateReach(call.db, call.caller, id);
  const { rows } = await sql<{ note: string; at: number; byId: string }>`select note, at, by_id as "byId" from todo_version
    where template_id = ${id}::uuid and number = ${number}`.execute(call.db);
  const [found] = rows;
  if (!found) throw notFound();
  const names = await namesOf(call, [found.byId]);
  return { number, content: await contentOf(call.db, id, number), note: found.note, at: found.at, by: names(found.byId) };
}

const sideOf = async (db: Db, id: string, number: number): Promise<FormVersion> =>
  number === 0 ? (await draftOf(db, id)).content : contentOf(db, id, number);

async function compare(
  call: Call,
  { id, from, to }: Parsed<typeof contract.templateCompare>,
): Promise<Reply<typeof contract.templateCompare>> {
  await assertTemplateReach(call.db, call.caller, id);
  return { changes: changesBetween(await sideOf(call.db, id, from), await sideOf(call.db, id, to)) };
}

async function usage(call: Call, { id }: Parsed<typeof contract.templateUsage>): Promise<Reply<typeof contract.templateUsage>> {
  await assertTemplateReach(call.db, call.caller, id);
  const { rows: byVersion } = await sql<{ number: number; open: number; done: number; other: number }>`select v.number,
      count(*) filter (where i.state = 'open')::int as open, count(*) filter (where i.state = 'done')::int as done,
      count(*) filter (where i.state not in ('open', 'done'))::int as other
    from todo_item i join todo_version v on v.id = i.version_id where i.template_id = ${id}::uuid group by v.number order by v.number desc`.execute(
    call.db,
  );
  const { rows: actions } = await sql<{
    code: string;
    count: number;
    refused: number;
    failing: number;
  }>`select a.action as code, count(*)::int as count,
      count(*) filter (where a.state = 'refused')::int as refused, count(*) filter (where a.state in ('failed', 'unknown'))::int as failing
    from todo_answer a join todo_item i on i.id = a.item_id where i.template_id = ${id}::uuid and a.at > ${call.services.now() - monthMillis}
    group by a.action order by count desc`.execute(call.db);
  return { versions: byVersion, actions };
}

async function preview(call: Call, input: Parsed<typeof contract.templatePreview>): Promise<Reply<typeof contract.templatePreview>> {
  await assertTemplateReach(call.db, call.caller, input.id);
  const content = input.draft ?? (await sideOf(call.db, input.id, input.number ?? 0));
  return previewOf(content, {
    ...input,
    person: { uid: call.caller.uid, name: call.caller.name },
    now: call.services.now(),
    language: call.caller.language,
  });
}

/** Operations on templates. */
export const templateRoutes: readonly BoundRoute[] = [
  ...Object.values({ ...todoTemplates.routes, update: handle(contract.todoTemplate.update, update) }),
  handle(contract.templateCopy, copy),
  handle(contract.templateCheck, check),
  handle(contract.templatePublish, publish),
  handle(contract.templateRollback, rollback),
  handle(contract.templateUnplan, unplan),
  handle(contract.templateVersions, versions),
  handle(contract.templateVersion, version),
  handle(contract.templateCompare, compare),
  handle(contract.templateUsage, usage),
  handle(contract.templatePreview, preview),
];
