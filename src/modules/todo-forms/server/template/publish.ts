import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput, notFound, Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { changesBetween } from '../../common/form/changes.ts';
import { problemsOf } from '../../common/form/problems.ts';
import { formVersion, type FormVersion } from '../../common/form/version.ts';
import type { templatePublish, templateRollback, templateUnplan } from '../../common/template/template.contract.ts';
import { digestOf } from '../item/push/digest.ts';
import { assertTemplateReach } from './reach.ts';
import { keepDraft, todoTemplates } from './templates.ts';

const mostAhead = 365 * 86_400_000;

/** Open items of a template. */
export async function openOf(db: Db, templateId: string): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from todo_item where template_id = ${templateId}::uuid and state = 'open'`.execute(db);
  return rows[0]!.n;
}

/** The content of a published version; 10404 where there is none. */
export async function contentOf(db: Db, templateId: string, number: number): Promise<FormVersion> {
  const { rows } = await sql<{
    content: unknown;
  }>`select content from todo_version where template_id = ${templateId}::uuid and number = ${number}`.execute(db);
  if (!rows[0]) throw notFound();
  return formVersion.parse(rows[0].content);
}

/** A content that can't be drawn or worked out is not published: a circle is 17068 with its path, anything else 17052. */
function assertSound(content: FormVersion): void {
  const errors = problemsOf(content).filter(({ level }) => level === 'error');
  const circle = errors.find(({ key }) => key === 'circle');
  if (circle) throw new Refusal(17068, { path: circle.detail }, { path: circle.detail });
  const [first] = errors;
  if (first) throw new Refusal(17052, { path: first.path, reason: first.detail }, { problems: errors });
}

interface Publication {
  readonly templateId: string;
  readonly content: FormVersion;
  readonly note: string;
  readonly at: number;
  readonly byId: string;
  readonly rollbackOf?: number;
}

/** Writes the next version of a template; answers its number. The template itself is changed by the caller. */
async function addVersion(tx: Tx, { templateId, content, note, at, byId, rollbackOf }: Publication): Promise<number> {
  // Two publications at once get a number each.
  await sql`select from todo_template where id = ${templateId}::uuid for update`.execute(tx);
  const { rows } = await sql<{
    n: number;
  }>`select coalesce(max(number), 0)::int + 1 as n from todo_version where template_id = ${templateId}::uuid`.execute(tx);
  const { n } = rows[0]!;
  await sql`insert into todo_version (id, template_id, number, content, digest, note, at, by_id, rollback_of)
    values (${newId()}::uuid, ${templateId}::uuid, ${n}, ${JSON.stringify(content)}::jsonb, ${digestOf(content)}, ${note}, ${at}, ${byId}, ${rollbackOf ?? null})`.execute(
    tx,
  );
  return n;
}

/** Publishes the draft now, or plans it. */
export async function publish(call: Call, input: Parsed<typeof templatePublish>): Promise<Reply<typeof templatePublish>> {
  const { id, version, note, at, open } = input;
  const now = call.services.now();
  return call.write(async (tx) => {
    await assertTemplateReach(tx, call.caller, id, 'template');
    const { published, content } = await todoTemplates.one({ ...call, db: tx }, id);
    assertSound(content);
    const before = published === 0 ? undefined : await contentOf(tx, id, published);
    if (before && changesBetween(before, content).some(({ breaking }) => breaking)) {
      const n = await openOf(tx, id);
      if (open !== undefined && open !== n) throw new Refusal(17067, { n, m: open }, { open: n });
    }
    await sql`delete from todo_publication where template_id = ${id}::uuid`.execute(tx);
    if (at !== undefined && at > now) {
      if (at > now + mostAhead) throw new InvalidInput([{ path: 'at', namespace: 'todo-forms', key: 'issue.publishAt' }]);
      await changeObjects(tx, call.caller, todoTemplates.kind, [{ id, version, fields: {} }]);
      await sql`insert into todo_publication (template_id, at, content, note, by_id)
        values (${id}::uuid, ${at}, ${JSON.stringify(content)}::jsonb, ${note}, ${call.caller.uid})`.execute(tx);
      return { published, at };
    }
    const number = await addVersion(tx, { templateId: id, content, note, at: now, byId: call.caller.uid });
    await changeObjects(tx, call.caller, todoTemplates.kind, [{ id, version, fields: { published: number } }]);
    return { published: number, at: now };
  });
}

/** Publishes the content of an earlier version as a new one; it is also the draft from then on. */
export async function rollback(
  call: Call,
  { id, version, number, note }: Parsed<typeof templateRollback>,
): Promise<Reply<typeof templateRollback>> {
  const at = call.services.now();
  return call.write(async (tx) => {
    await assertTemplateReach(tx, call.caller, id, 'template');
    const content = await contentOf(tx, id, number);
    const next = await addVersion(tx, { templateId: id, content, note, at, byId: call.caller.uid, rollbackOf: number });
    const { draftNo } = await todoTemplates.one({ ...call, db: tx }, id);
    await keepDraft(tx, { templateId: id, content, at, byId: call.caller.uid });
    await sql`delete from todo_publication where template_id = ${id}::uuid`.execute(tx);
    await changeObjects(tx, call.caller, todoTemplates.kind, [{ id, version, fields: { published: next, draftNo: draftNo + 1 } }]);
    return { published: next };
  });
}

/** Cancels what was planned. */
export async function unplan(call: Call, { id }: Parsed<typeof templateUnplan>): Promise<Reply<typeof templateUnplan>> {
  return call.write(async (tx) => {
    await assertTemplateReach(tx, call.caller, id, 'template');
    const { numAffectedRows = 0n } = await sql`delete from todo_publication where template_id = ${id}::uuid`.execute(tx);
    return { count: Number(numAffectedRows) };
  });
}

/** Publishes what is due; each is claimed, so that processes don't do it twice, and one transaction makes it once. */
export async function publishDue({ database: { db }, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  for (;;) {
    const isDone = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{
        id: string;
        at: number;
        content: FormVersion;
        note: string;
        byId: string;
      }>`delete from todo_publication where template_id = (
          select template_id from todo_publication where at <= ${now()} order by at limit 1 for update skip locked)
        returning template_id as id, at, content, note, by_id as "byId"`.execute(tx);
      const [due] = rows;
      if (!due) return true;
      const { rows: there } = await sql`select from todo_template where id = ${due.id}::uuid`.execute(tx);
      // A template that was deleted meanwhile publishes nothing.
      if (there.length === 0) return false;
      const number = await addVersion(tx, { templateId: due.id, content: due.content, note: due.note, at: now(), byId: due.byId });
      await sql`update todo_template set published = ${number}, version = version + 1, updated_at = ${now()}, updated_by = ${due.byId}
        where id = ${due.id}::uuid`.execute(tx);
      return false;
    });
    if (isDone) return;
  }
}
