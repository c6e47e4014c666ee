import { sql } from 'kysely';
import { pick, type LocalDraft } from '#kit/common/language.ts';
import { accountMessages } from '#modules/public-replies/server/public.ts';

/** Pushes stand between the messages of an account and a person; one that is taken back is a mark without content, from its order on. */
accountMessages.add(async (db, { snoId, employeeId, language, place, limit }) => {
  const behind = place ? sql`(t.at, p.id) < (${place.at}::bigint, ${place.id}::uuid)` : sql`true`;
  const { rows } = await sql<{
    id: string;
    at: number;
    kind: string;
    title: LocalDraft;
    withdrawn: boolean;
  }>`select p.id, t.at, p.kind, p.title,
      p.recall_ordered_at is not null or t.recall_state is not null as withdrawn
    from push_target as t join push as p on p.id = t.push_id
    where t.employee_id = ${employeeId}::uuid and t.state = 1 and p.sno_id = ${snoId}::uuid and ${behind}
    order by t.at desc, p.id desc limit ${limit}`.execute(db);
  return rows.map(({ id, at, kind, title, withdrawn }) => ({
    id,
    at: Number(at),
    body: { pushId: id, content: kind, title: pick(title, language) },
    withdrawn,
  }));
});
