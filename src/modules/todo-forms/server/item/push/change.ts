import { sql } from 'kysely';
import { code } from '#kit/common/codes.ts';
import type { Tx } from '#kit/server/directory.ts';
import { notFound, Refusal } from '#kit/server/refusal.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { checkData } from '../../../common/form/accept.ts';
import {
  addPeople,
  endItems,
  endWhenAnswered,
  isWaiting,
  lockOwn,
  partsOf,
  tellAdded,
  touchItem,
  touchPeople,
  type LockedItem,
} from '../close.ts';
import { formOf } from '../form.ts';
import { lineOf } from '../line.ts';
import { newsOf, tellNews, type News } from '../news.ts';
import { calm } from '../quiet.ts';
import { nextReminder } from '../remind-at.ts';
import { openData, sealData } from '../sealed.ts';
import { todoSettings } from '../settings.ts';
import { mayLink, type TodoSystem } from '../system.ts';
import { mostPeople, type ChangedItem } from './input.ts';
import { knownPeople, type Reach } from './people.ts';

/** Who changes what: a system its own items. */
export interface OwnChange {
  readonly system: TodoSystem;
  readonly reach: Reach;
  readonly tried: boolean;
}

/** Nothing of what was tried stays. */
class Tried extends Error {
  readonly result: unknown;
  constructor(result: unknown) {
    super('Tried');
    this.result = result;
  }
}

/** Does something to an item of a system; what is only tried is rolled back. */
async function own<T>(
  services: CoreServices,
  { system, tried }: OwnChange,
  outId: string,
  work: (tx: Tx, item: LockedItem, news: News) => Promise<T>,
): Promise<T> {
  const news = newsOf();
  try {
    const result = await services.database.db.transaction().execute(async (tx) => {
      const item = await lockOwn(tx, system.id, outId);
      if (!item) throw notFound();
      const done = await work(tx, item, news);
      if (tried) throw new Tried(done);
      return done;
    });
    await tellNews(services, news);
    return result;
  } catch (error) {
    if (error instanceof Tried) return error.result as T;
    throw error;
  }
}

const wrongData = (path: string, reason: string): Refusal => new Refusal(17052, { path, reason });

/** Changes an item of a system: content, stage, people. Answers its revision. */
export async function updateItem(services: CoreServices, change: OwnChange, input: ChangedItem): Promise<{ revision: number }> {
  const { system, reach } = change;
  const { add = [], remove = [] } = input.people ?? {};
  const person = await knownPeople(services, { system, reach, names: [...add, ...remove] });
  const unknown = [...add, ...remove].filter((name) => person(name) === undefined);
  if (unknown.length > 0) throw new Refusal(17055, { value: unknown.slice(0, 5).join(', ') }, { unknown });
  const idsOf = (names: readonly string[]): string[] => [...new Set(names.map((name) => person(name)!))];
  return own(services, change, input.outId, async (tx, item, news) => {
    if (item.state !== 'open') throw new Refusal(17058);
    if (input.revision !== undefined && input.revision !== item.revision) throw new Refusal(code.stale, {}, { revision: item.revision });
    await updateContent(tx, services, { system, item, input });
    await changePeople(tx, services, { system, item, add: idsOf(add), remove: idsOf(remove), reason: input.reason }, news);
    await touchItem(tx, item, services.now(), news);
    return { revision: item.revision + 1 };
  });
}

async function updateContent(
  tx: Tx,
  services: CoreServices,
  { system, item, input }: { readonly system: TodoSystem; readonly item: LockedItem; readonly input: ChangedItem },
): Promise<void> {
  const form = await formOf(services, tx, item.versionId);
  const { stage, data, url } = input;
  if (stage !== undefined && !form.content.stages.some((one) => one.code === stage)) throw wrongData('stage', stage);
  if (url !== undefined && !mayLink(system, url)) throw wrongData('url', new URL(url).hostname);
  if (data !== undefined) {
    if (Buffer.byteLength(JSON.stringify(data)) > system.bytes) throw wrongData('data', `> ${system.bytes}`);
    const [issue] = checkData(form.content, data);
    if (issue) throw wrongData(issue.path, issue.key);
  }
  const now = services.now();
  const setting = await todoSettings.now(services);
  const dueAt = input.dueAt === undefined ? item.dueAt : input.dueAt;
  const given = data ?? openData(services, item.id, item.data);
  const isNewLine = data !== undefined || input.title !== undefined;
  const line = isNewLine && lineOf({ title: input.title ?? undefined, templateName: form.templateName }, form.content, given);
  await tx
    .updateTable('todo_item')
    .set({
      stage: stage ?? item.stage,
      due_at: dueAt,
      remind_at: setting.dueReminders ? nextReminder({ dueAt, daily: setting.dailyReminders, now }) : null,
      ...(input.priority !== undefined && { priority: input.priority }),
      ...(url !== undefined && { url }),
      ...(data !== undefined && { data: sealData(services, item.id, data) }),
    })
    .where('id', '=', item.id)
    .execute();
  if (line)
    // A title that the system gave stays until it gives another one.
    await sql`update todo_item set line = ${JSON.stringify(line)}::jsonb
      || case when ${input.title === undefined && !form.content.list.title} then jsonb_build_object('title', line -> 'title') else '{}'::jsonb end
      where id = ${item.id}::uuid`.execute(tx);
}

async function changePeople(
  tx: Tx,
  services: CoreServices,
  request: {
    readonly system: TodoSystem;
    readonly item: LockedItem;
    readonly add: readonly string[];
    readonly remove: readonly string[];
    readonly reason: string;
  },
  news: News,
): Promise<void> {
  const { system, item, add, remove, reason } = request;
  const now = services.now();
  if (remove.length > 0) {
    const { rows } = await sql<{
      uid: string;
    }>`update todo_person set state = 'withdrawn', reason = ${reason}, draft = null, changed_at = ${now}
      where item_id = ${item.id}::uuid and employee_id = any(${remove}::uuid[]) and state = 'open' returning employee_id as uid`.execute(
      tx,
    );
    news.add({ itemId: item.id, uids: rows.map(({ uid }) => uid), change: 'closed' });
  }
  if (add.length > 0) {
    const uids = await addPeople(tx, item, { uids: add, now });
    const setting = await todoSettings.now(services);
    if (system.notify === 'message')
      await tellAdded(tx, item, { uids, kind: 'new', at: calm(now, { system, priority: item.priority, setting }) }, news);
    else news.add({ itemId: item.id, uids, change: 'new' });
    const parts = await partsOf(tx, item.id);
    if (parts.filter(isWaiting).length > mostPeople) throw new Refusal(17056, { n: mostPeople });
  }
}

/** Ends an item of a system as done, or the part of one person. */
export async function finishItem(
  services: CoreServices,
  change: OwnChange,
  { outId, person: name, reason }: { readonly outId: string; readonly person?: string | undefined; readonly reason: string },
): Promise<{ state: string; revision: number }> {
  const known = name === undefined ? undefined : await knownPeople(services, { ...change, names: [name] });
  const uid = name === undefined ? undefined : known!(name);
  if (name !== undefined && uid === undefined) throw new Refusal(17055, { value: name });
  return own(services, change, outId, async (tx, item, news) => {
    if (item.state !== 'open') return { state: item.state, revision: item.revision };
    const now = services.now();
    if (uid === undefined) {
      await endItems(tx, [item], { state: 'done', now, reason }, news);
      return { state: 'done', revision: item.revision + 1 };
    }
    await sql`update todo_person set state = 'done', done_at = ${now}, changed_at = ${now}, reason = ${reason}, draft = null
      where item_id = ${item.id}::uuid and employee_id = ${uid}::uuid and state in ('open', 'submitted')`.execute(tx);
    news.add({ itemId: item.id, uids: [uid], change: 'closed' });
    const ended = await endWhenAnswered(tx, item, { now, by: uid, reason }, news);
    if (!ended) await touchPeople(tx, item, now, news);
    return { state: ended ? 'done' : 'open', revision: item.revision + (ended ? 1 : 0) };
  });
}

/** Takes an item of a system back. */
export function withdrawItem(
  services: CoreServices,
  change: OwnChange,
  { outId, reason }: { readonly outId: string; readonly reason: string },
): Promise<{ state: string; revision: number }> {
  return own(services, change, outId, async (tx, item, news) => {
    if (item.state !== 'open') return { state: item.state, revision: item.revision };
    await endItems(tx, [item], { state: 'withdrawn', now: services.now(), reason }, news);
    return { state: 'withdrawn', revision: item.revision + 1 };
  });
}
