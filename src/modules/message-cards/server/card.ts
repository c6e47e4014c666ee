import { sql } from 'kysely';
import { pick } from '#kit/common/language.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import { inUse, Refusal } from '#kit/server/refusal.ts';
import { createDirectory } from '#modules/people/server/public.ts';
import { cardGroup, cardSystem, cardTemplate, type CardElement } from '../common/card.contract.ts';

/** People and departments, for kinds and queries. */
export const directory = createDirectory();
const monthMillis = 30 * 86_400_000;

/** Groups of templates on the server. */
export const cardGroups = crudServer(cardGroup, {
  table: 'im_card_group',
  check: async (tx, _caller, operations) => {
    const gone = operations.filter(({ action }) => action === 'delete').map(({ id }) => id);
    const { rows } = await sql<{ id: string; name: string }>`select id, name ->> 'zh_CN' as name from im_card_template
      where group_id = any(${gone}::uuid[]) limit 20`.execute(tx);
    if (rows.length > 0) throw inUse(rows.map((row) => ({ kind: 'cardTemplate', ...row })));
    return new Map();
  },
  rows: async ({ db }, groups) => {
    const { rows } = await sql<{
      id: string;
      n: number;
    }>`select group_id as id, count(*)::int as n from im_card_template group by group_id`.execute(db);
    const known = new Map(rows.map(({ id, n }) => [id, n]));
    return groups.map(({ id }) => ({ templates: known.get(id) ?? 0 }));
  },
});

/** What is wrong with a template as a card: names in its texts that no data field has (16081 with the path). */
export function assertCard({ elements, fields }: { elements: readonly CardElement[]; fields: readonly { name: string }[] }): void {
  const known = new Set(fields.map(({ name }) => name));
  for (const [at, element] of elements.entries())
    for (const words of Object.values({ ...element.label, ...element.text }))
      for (const [, name] of String(words).matchAll(/\$\{([^}]*)\}/g))
        if (!known.has(name!))
          throw new Refusal(16081, { path: `elements.${at}`, reason: `\${${name}}` }, { path: `elements.${at}`, name });
}

/** Templates on the server. */
export const cardTemplates = crudServer(cardTemplate, {
  table: 'im_card_template',
  directory,
  check: async (tx, _caller, operations) => {
    for (const { action, id, after, before } of operations) {
      if (!after || action === 'delete') continue;
      const { rows } = await sql<{
        elements: CardElement[];
        fields: { name: string }[];
      }>`select elements, data_fields as fields from im_card_template
        where id = ${id}::uuid`.execute(tx);
      assertCard({
        elements: after.elements ?? rows[0]?.elements ?? before?.elements ?? [],
        fields: after.dataFields ?? rows[0]?.fields ?? before?.dataFields ?? [],
      });
      if (after.groupId !== undefined) {
        const found = await sql`select from im_card_group where id = ${after.groupId}::uuid`.execute(tx);
        if (found.rows.length === 0) throw new Refusal(16081, { path: 'groupId', reason: '' }, { path: 'groupId' });
      }
    }
    return new Map();
  },
  rows: async ({ db, caller, services }, templates) => {
    const { rows } = await sql<{ id: string; group: Record<string, string>; sent: number; draft: boolean }>`select t.id, g.name as group,
        (select count(*)::int from im_card c where c.template_id = t.id and c.at > ${services.now() - monthMillis}) as sent,
        coalesce((select v.at from im_card_version v where v.template_id = t.id and v.number = t.published), 0) < t.updated_at as draft
      from im_card_template t join im_card_group g on g.id = t.group_id where t.id = any(${templates.map(({ id }) => id)}::uuid[])`.execute(
      db,
    );
    const known = new Map(rows.map((row) => [row.id, row]));
    return templates.map(({ id }) => {
      const row = known.get(id);
      return { groupName: row ? pick(row.group, caller.language) : '', sent30: row?.sent ?? 0, draft: row?.draft ?? true };
    });
  },
});

/** Systems that send, on the server. */
export const cardSystems = crudServer(cardSystem, {
  table: 'im_card_system',
  rows: async ({ db, services }, systems) => {
    const { rows } = await sql<{ id: string; n: number }>`select system_id as id, count(*)::int as n from im_card
      where at > ${services.now() - monthMillis} group by system_id`.execute(db);
    const known = new Map(rows.map(({ id, n }) => [id, n]));
    return systems.map(({ id }) => ({ sent30: known.get(id) ?? 0 }));
  },
});
