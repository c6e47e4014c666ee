import { sql } from 'kysely';
import { inEach } from '#kit/common/language.ts';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import type { ClientCall } from '#kit/server/client/handle-client.ts';
import { notFound } from '#kit/server/refusal.ts';
import type * as contract from '../../../common/item/client.contract.ts';
import type { AnswerState, ItemFile, PersonState } from '../../../common/item/words.ts';
import { formOf } from '../form.ts';
import { openAnswer, openData, openDraft } from '../sealed.ts';
import { isShown, itemOf, mineColumns, mineSource, type MineRow } from './mine.ts';
import { mayTransfer } from './transfer.ts';

type Detail = MineRow & {
  data: string;
  stage: string;
  url: string;
  files: readonly ItemFile[];
  versionId: string;
  draft: string | null;
  closedBy: string | null;
  closeReason: string;
};

/** A to-do of the caller with everything that its form shows. */
export async function getMine(
  call: ClientCall,
  { itemId }: ClientInput<typeof contract.clientTodoGet>,
): Promise<ClientReply<typeof contract.clientTodoGet>> {
  const { db, caller, services } = call;
  const { rows } =
    await sql<Detail>`select ${mineColumns}, 0 as sorted, i.data, i.stage, i.url, i.files, i.version_id as "versionId", p.draft,
      i.closed_by as "closedBy", i.close_reason as "closeReason"
    from ${mineSource} where p.employee_id = ${caller.uid}::uuid and p.item_id = ${itemId}::uuid and ${isShown}`.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  const { data, draft, files, closedBy, stage, url, versionId, closeReason, ...mine } = row;
  const [people, names, lastAnswer] = await Promise.all([
    peopleOf(call, itemId),
    services.directory.people(db, closedBy === null ? [] : [closedBy], caller.language),
    lastOf(call, itemId),
  ]);
  return {
    ...itemOf(mine, caller.language, services.now()),
    stage,
    url,
    versionId,
    closeReason,
    data: openData(services, itemId, data),
    files: files.map(({ name, url: address = '', fileId = '' }) => ({ name, url: address, fileId })),
    people,
    draft: draft === null ? null : openDraft(services, itemId, caller.uid, draft),
    lastAnswer,
    closedBy: names.get(closedBy ?? '')?.name ?? '',
    mayTransfer: row.mine === 'open' && row.state === 'open' && row.enabled && (await mayTransfer(services, caller.uid)),
  };
}

/** Who else has a part of an item: whoever has one sees all of them. */
async function peopleOf({ db, caller, services }: ClientCall, itemId: string): Promise<contract.ClientItemDetail['people']> {
  const { rows } = await sql<{ id: string; state: PersonState; doneAt: number | null; fromId: string | null; toId: string | null }>`
    select employee_id as id, state, done_at as "doneAt", from_id as "fromId", to_id as "toId" from todo_person
    where item_id = ${itemId}::uuid order by place, at, employee_id limit 500`.execute(db);
  const ids = rows.flatMap(({ id, fromId, toId }) => [id, ...(fromId === null ? [] : [fromId]), ...(toId === null ? [] : [toId])]);
  const people = await services.directory.people(db, [...new Set(ids)], caller.language);
  const name = (id: string | null): string => people.get(id ?? '')?.name ?? '';
  return rows.map(({ id, state, doneAt, fromId, toId }) => ({
    id,
    name: name(id),
    state,
    doneAt: doneAt === null ? null : Number(doneAt),
    fromName: name(fromId),
    toName: name(toId),
  }));
}

async function lastOf({ db, caller, services }: ClientCall, itemId: string): Promise<contract.ClientItemDetail['lastAnswer']> {
  const { rows } = await sql<{
    id: string;
    action: string;
    state: AnswerState;
    message: string;
    fields: Record<string, string>;
    input: string;
    at: number;
  }>`select id, action, state, last_message as message, fields, input, at from todo_answer
    where item_id = ${itemId}::uuid and employee_id = ${caller.uid}::uuid order by at desc, id desc limit 1`.execute(db);
  const [row] = rows;
  if (!row) return null;
  return { ...row, at: Number(row.at), ...openAnswer(services, row.id, row.input) };
}

/** The form of a version, for whoever has an item of it. */
export async function getForm(
  { db, caller, services }: ClientCall,
  { versionId }: ClientInput<typeof contract.clientTodoForm>,
): Promise<ClientReply<typeof contract.clientTodoForm>> {
  const { rows } = await sql`select from todo_item i join todo_person p on p.item_id = i.id
    where i.version_id = ${versionId}::uuid and p.employee_id = ${caller.uid}::uuid limit 1`.execute(db);
  if (rows.length === 0) throw notFound();
  const { digest, templateCode, templateName, number, content } = await formOf(services, db, versionId);
  return { versionId, digest, template: templateCode, name: inEach(templateName), number, content };
}
