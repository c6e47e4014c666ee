import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { namesOf } from '#kit/server/access/role.view.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { notFound } from '#kit/server/refusal.ts';
import { cardRollback, cardVersions } from '../common/card.contract.ts';
import { cardTemplates } from './card.ts';
import type { CardContent } from './cards.ts';

async function versions(call: Call, { id }: Parsed<typeof cardVersions>): Promise<Reply<typeof cardVersions>> {
  const { published } = await cardTemplates.one(call, id);
  const { rows } = await sql<{
    number: number;
    at: number;
    by: string;
    content: CardContent;
    cards: number;
  }>`select v.number, v.at, v.by_id as by,
      v.content, (select count(*)::int from im_card c where c.template_id = v.template_id and c.template_version = v.number) as cards
    from im_card_version v where v.template_id = ${id}::uuid and v.number > 0 order by v.number desc limit 100`.execute(call.db);
  const names = await namesOf(
    call,
    rows.map(({ by }) => by),
  );
  return {
    list: rows.map(({ number, at, by, content, cards }) => ({
      number,
      at,
      by: names(by),
      elements: content.elements.length,
      actions: content.actions.length,
      cards,
      current: number === published,
    })),
  };
}

async function rollback(call: Call, { id, version, number }: Parsed<typeof cardRollback>): Promise<Reply<typeof cardRollback>> {
  return call.write(async (tx) => {
    await cardTemplates.one({ ...call, db: tx }, id);
    const { rows } = await sql<{ content: CardContent; next: number }>`select content,
        (select max(number) + 1 from im_card_version where template_id = ${id}::uuid)::int as next
      from im_card_version where template_id = ${id}::uuid and number = ${number}`.execute(tx);
    const [found] = rows;
    if (!found) throw notFound();
    const { content, next } = found;
    const fields = JSON.parse(JSON.stringify({ ...content, published: next })) as Fields;
    await changeObjects(tx, call.caller, cardTemplates.kind, [{ id, version, fields }]);
    await sql`insert into im_card_version (template_id, number, at, by_id, content) select id, ${next}, updated_at, ${call.caller.uid}, ${JSON.stringify(content)}::jsonb
      from im_card_template where id = ${id}::uuid`.execute(tx);
    return { published: next };
  });
}

/** Earlier versions of templates. */
export const versionRoutes: readonly BoundRoute[] = [handle(cardVersions, versions), handle(cardRollback, rollback)];
