import { sql } from 'kysely';
import { namesOf } from '#kit/server/access/role.view.ts';
import type { Kind } from '#kit/server/change/kind.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { taken } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import { emptyForm, type FormVersion } from '../../common/form/version.ts';
import { todoTemplate } from '../../common/template/template.contract.ts';
import { digestOf } from '../item/push/digest.ts';
import { systemInReach, templatesOutside } from './reach.ts';

const monthMillis = 30 * 86_400_000;

/** The saved draft of a template. */
export interface StoredDraft {
  readonly content: FormVersion;
  readonly digest: string;
  readonly at: number;
  readonly byId: string;
}

/** The draft of a template; an empty form where none was saved. */
export async function draftOf(db: Db, templateId: string): Promise<StoredDraft> {
  const { rows } =
    await sql<StoredDraft>`select content, digest, at, by_id as "byId" from todo_draft where template_id = ${templateId}::uuid`.execute(db);
  return rows[0] ?? { content: emptyForm, digest: digestOf(emptyForm), at: 0, byId: '' };
}

/** Keeps a draft. */
export async function keepDraft(
  tx: Tx,
  { templateId, content, at, byId }: { templateId: string; content: FormVersion; at: number; byId: string },
): Promise<void> {
  await sql`insert into todo_draft (template_id, content, digest, at, by_id)
    values (${templateId}::uuid, ${JSON.stringify(content)}::jsonb, ${digestOf(content)}, ${at}, ${byId})
    on conflict (template_id) do update set content = excluded.content, digest = excluded.digest, at = excluded.at, by_id = excluded.by_id`.execute(
    tx,
  );
}

const differs = sql<boolean>`exists (select from todo_draft d left join todo_version v on v.template_id = t.id and v.number = t.published
  where d.template_id = t.id and d.digest is distinct from v.digest)`;

interface Figures {
  readonly id: string;
  readonly hasDraft: boolean;
  readonly byId: string | null;
  readonly actions: number;
  readonly open: number;
  readonly pushed30: number;
  readonly averageMs: number | null;
  readonly publishAt: number | null;
}

async function figuresOf(db: Db, ids: readonly string[], now: number): Promise<Map<string, Figures>> {
  const { rows } = await sql<Figures>`select t.id, ${differs} as "hasDraft", d.by_id as "byId", p.at as "publishAt",
      coalesce(jsonb_array_length(coalesce(v.content, d.content) -> 'actions'), 0) as actions,
      (select count(*)::int from todo_item i where i.template_id = t.id and i.state = 'open') as open,
      (select count(*)::int from todo_item i where i.template_id = t.id and i.pushed_at > ${now - monthMillis}) as pushed30,
      (select avg(closed_at - pushed_at)::bigint from todo_item i where i.template_id = t.id and i.state = 'done'
        and i.closed_at > ${now - monthMillis}) as "averageMs"
    from todo_template t left join todo_draft d on d.template_id = t.id left join todo_publication p on p.template_id = t.id
      left join todo_version v on v.template_id = t.id and v.number = t.published
    where t.id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** A code is taken once in a system. */
async function assertFree(tx: Tx, named: readonly { systemId: string; code: string }[]): Promise<void> {
  for (const { systemId, code } of named) {
    const { rows } = await sql`select from todo_template where system_id = ${systemId}::uuid and lower(code) = lower(${code})`.execute(tx);
    if (rows.length > 0) throw taken('code');
  }
}

const base = crudServer(todoTemplate, {
  table: 'todo_template',
  directory,
  range: { visible: (range) => systemInReach(range, 't.system_id'), outside: templatesOutside },
  check: async (tx, _caller, operations) => {
    const made = operations.flatMap(({ action, after }) =>
      (action === 'create' || action === 'restore') && typeof after?.systemId === 'string' && typeof after.code === 'string'
        ? [{ systemId: after.systemId, code: after.code }]
        : [],
    );
    await assertFree(tx, made);
    return new Map();
  },
  usedBy: async (tx, ids) => {
    const { rows } = await sql<{
      template: string;
      id: string;
      name: string;
    }>`select distinct on (template_id) template_id as template, id, out_id as name
      from todo_item where template_id = any(${[...ids]}::uuid[])`.execute(tx);
    return new Map(rows.map(({ template, ...use }) => [template, [{ kind: 'todoItem', ...use }]]));
  },
  written: async (tx, caller, operations) => {
    // A new template begins with an empty form, so that its draft is there to be compared and published.
    for (const { action, id } of operations)
      if (action === 'create')
        await sql`insert into todo_draft (template_id, content, digest, at, by_id)
          select id, ${JSON.stringify(emptyForm)}::jsonb, ${digestOf(emptyForm)}, created_at, ${caller.uid} from todo_template where id = ${id}::uuid
          on conflict (template_id) do nothing`.execute(tx);
  },
  where: (_means, { hasDraft, hasOpen, changedFrom, changedTo }) => [
    ...(hasDraft === undefined ? [] : [hasDraft ? differs : sql<boolean>`not ${differs}`]),
    ...(hasOpen === true ? [sql<boolean>`exists (select from todo_item i where i.template_id = t.id and i.state = 'open')`] : []),
    ...(changedFrom === undefined ? [] : [sql<boolean>`t.updated_at >= ${changedFrom}`]),
    ...(changedTo === undefined ? [] : [sql<boolean>`t.updated_at < ${changedTo}`]),
  ],
  rows: async ({ db, services, caller }, objects) => {
    const known = await figuresOf(
      db,
      objects.map(({ id }) => id),
      services.now(),
    );
    const names = await namesOf(
      { db, caller, services },
      [...known.values()].map(({ byId }) => byId),
    );
    return objects.map(({ id }) => {
      const { id: _id, byId, ...figures } = known.get(id)!;
      return { ...figures, draftBy: names(byId) };
    });
  },
  detail: async ({ db }, { id }) => {
    const { content, at } = await draftOf(db, id);
    const { rows } = await sql<{ note: string }>`select note from todo_publication where template_id = ${id}::uuid`.execute(db);
    return { content, draftAt: at, publishNote: rows[0]?.note ?? '' };
  },
});

/** Erases what a template kept that does not come back any more. */
async function purge(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const table of ['todo_draft', 'todo_version', 'todo_publication'])
    await sql`delete from ${sql.table(table)} where template_id = any(${[...ids]}::uuid[])`.execute(tx);
}

/** Templates of forms on the server. */
export const todoTemplates = base;
/** Templates in the change engine; what one kept is erased once it can't come back. */
export const templateKind: Kind = { ...(base.kind as Kind), purge };
