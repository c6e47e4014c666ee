import { sql } from 'kysely';
import { code } from '#kit/common/codes.ts';
import type { Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { checkData } from '../../../common/form/accept.ts';
import { publishedForms, type ItemForm, type PublishedForm } from '../form.ts';
import { lineOf } from '../line.ts';
import { newEvents, queueNotices, announceEvents, todoChanged, type ItemEvents } from '../events.ts';
import { nextReminder } from '../remind-at.ts';
import { sealData } from '../sealed.ts';
import { todoSettings } from '../settings.ts';
import { mayLink, type TodoSystem } from '../system.ts';
import { calm } from '../quiet.ts';
import { digestOf } from './digest.ts';
import { mostPeople, pushedItem, wrongAt, type PushedItem } from './input.ts';
import { knownPeople, type Reach } from './people.ts';
import { roomFor } from './room.ts';

/** What became of one item of a push. */
export type PushResult =
  | { readonly outId: string; readonly itemId: string; readonly version: number; readonly unknown?: readonly string[] }
  | {
      readonly outId: string;
      readonly code: number;
      readonly path?: string;
      readonly params?: Readonly<Record<string, unknown>>;
      readonly unknown?: readonly string[];
    };

/** An item that may be taken. */
interface Ready {
  readonly at: number;
  readonly item: PushedItem;
  readonly form: ItemForm;
  readonly people: readonly string[];
  readonly unknown: readonly string[];
  readonly digest: string;
}

/** What a push is checked against. */
interface Known {
  readonly system: TodoSystem;
  readonly forms: ReadonlyMap<string, PublishedForm>;
  readonly person: (name: string) => string | undefined;
  readonly before: ReadonlyMap<string, { readonly id: string; readonly digest: string; readonly version: number }>;
}

const refusedItem = (outId: string, answer: number, more: Partial<Extract<PushResult, { code: number }>> = {}): PushResult => ({
  outId,
  code: answer,
  ...more,
});

/** Reads an item; what of it does not fit is said with its path. */
function read(value: unknown, at: number): PushedItem | PushResult {
  const parsed = pushedItem.safeParse(value);
  if (parsed.success) return parsed.data;
  const outId: unknown = Reflect.get(Object(value), 'outId');
  return refusedItem(typeof outId === 'string' ? outId.slice(0, 100) : '', code.invalid, { path: wrongAt(parsed.error, `items.${at}`) });
}

/** Whether an item may be taken, or what it is answered. */
function judge({ system, forms, person, before }: Known, item: PushedItem, at: number): Ready | PushResult {
  const digest = digestOf(item);
  const known = before.get(item.outId);
  if (known)
    return known.digest === digest ? { outId: item.outId, itemId: known.id, version: known.version } : refusedItem(item.outId, 17057);
  const template = forms.get(item.template.toLowerCase());
  if (!template?.form) return refusedItem(item.outId, 17051, { path: `items.${at}.template`, params: { code: item.template } });
  if (!template.enabled) return refusedItem(item.outId, 17054, { params: { name: template.name } });
  const { form } = template;
  const wrong = contentIssue(system, form, item, at);
  if (wrong) return wrong;
  if (item.people.length > mostPeople) return refusedItem(item.outId, 17056, { path: `items.${at}.people`, params: { n: mostPeople } });
  const found = new Map(item.people.map((name) => [name, person(name)]));
  const unknown = [...found].flatMap(([name, id]) => (id === undefined ? [name] : []));
  const people = [...new Set([...found.values()].filter((id) => id !== undefined))];
  if (people.length === 0 || (unknown.length > 0 && !item.partial))
    return refusedItem(item.outId, 17055, { path: `items.${at}.people`, params: { value: unknown.slice(0, 5).join(', ') }, unknown });
  return { at, item, form, people, unknown, digest };
}

function contentIssue(system: TodoSystem, { content }: ItemForm, item: PushedItem, at: number): PushResult | undefined {
  const { outId, stage, data, url, files } = item;
  if (stage !== undefined && stage !== '' && !content.stages.some((one) => one.code === stage))
    return refusedItem(outId, 17052, { path: `items.${at}.stage`, params: { path: 'stage', reason: stage } });
  if (Buffer.byteLength(JSON.stringify(data)) > system.bytes)
    return refusedItem(outId, 17052, { path: `items.${at}.data`, params: { path: 'data', reason: `> ${system.bytes}` } });
  const links = [...(url === undefined ? [] : [url]), ...files.flatMap((one) => one.url ?? [])];
  const foreign = links.find((one) => !mayLink(system, one));
  if (foreign !== undefined)
    return refusedItem(outId, 17052, { path: `items.${at}.url`, params: { path: 'url', reason: new URL(foreign).hostname } });
  const [issue] = checkData(content, data);
  if (issue) return refusedItem(outId, 17052, { path: `items.${at}.data.${issue.path}`, params: { path: issue.path, reason: issue.key } });
  return undefined;
}

const isReady = (one: Ready | PushResult): one is Ready => 'form' in one;

/** What a system pushed, judged one by one: those that are right are taken whatever the others are. */
export async function pushItems(
  services: CoreServices,
  {
    system,
    reach,
    items,
    tried,
  }: { readonly system: TodoSystem; readonly reach: Reach; readonly items: readonly unknown[]; readonly tried: boolean },
): Promise<PushResult[]> {
  const { db } = services.database;
  const read_ = items.map(read);
  const right = read_.filter((one): one is PushedItem => 'people' in one);
  const [forms, person, before] = await Promise.all([
    publishedForms(services, db, { systemId: system.id, codes: [...new Set(right.map(({ template }) => template))] }),
    knownPeople(services, { system, reach, names: right.flatMap(({ people }) => people.slice(0, mostPeople)) }),
    pushedBefore(
      services,
      system.id,
      right.map(({ outId }) => outId),
    ),
  ]);
  const known: Known = { system, forms, person, before };
  const seen = new Map<string, string>();
  const judged = read_.map((one, at): Ready | PushResult => {
    if (!('people' in one)) return one;
    const result = judge(known, one, at);
    if (!isReady(result)) return result;
    const twin = seen.get(one.outId);
    if (twin !== undefined) return refusedItem(one.outId, 17057, { path: `items.${at}.outId` });
    seen.set(one.outId, result.digest);
    return result;
  });
  const ready = judged.filter(isReady);
  if (tried || ready.length === 0)
    return judged.map((one) => (isReady(one) ? { outId: one.item.outId, itemId: '', version: one.form.number } : one));
  const room = await roomFor(services, system, ready.length);
  const taken = ready.slice(0, room.n);
  const news = newEvents();
  const made = await db.transaction().execute((tx) => insert(tx, services, { system, taken, news }));
  await announceEvents(services, news);
  return Promise.all(
    judged.map(async (one) => {
      if (!isReady(one)) return one;
      const { outId } = one.item;
      const itemId = made.get(outId);
      const unknown = one.unknown.length > 0 && { unknown: one.unknown };
      if (itemId !== undefined) return { outId, itemId, version: one.form.number, ...unknown };
      if (!taken.includes(one)) return refusedItem(outId, code.tooMany, { params: { seconds: room.seconds } });
      // Somebody pushed the same at the same moment.
      const other = (await pushedBefore(services, system.id, [outId])).get(outId);
      return other?.digest === one.digest ? { outId, itemId: other.id, version: other.version } : refusedItem(outId, 17057);
    }),
  );
}

/** Items that a system pushed under these ids before. */
async function pushedBefore(
  { database }: Pick<CoreServices, 'database'>,
  systemId: string,
  outIds: readonly string[],
): Promise<Map<string, { id: string; digest: string; version: number }>> {
  const { rows } = await sql<{ outId: string; id: string; digest: string; version: number }>`select i.out_id as "outId", i.id,
      i.pushed_digest as digest, v.number as version
    from todo_item i join todo_version v on v.id = i.version_id
    where i.system_id = ${systemId}::uuid and i.out_id = any(${[...outIds]}::text[])`.execute(database.db);
  return new Map(rows.map(({ outId, ...row }) => [outId, row]));
}

/** Writes items with their people and notices; answers the ids of those that are new, by the id of their system. */
async function insert(
  tx: Tx,
  services: CoreServices,
  { system, taken, news }: { readonly system: TodoSystem; readonly taken: readonly Ready[]; readonly news: ItemEvents },
): Promise<Map<string, string>> {
  const now = services.now();
  const setting = await todoSettings.now(services);
  const rows = taken.map(({ item, form, digest }) => {
    const id = newId();
    return {
      id,
      system_id: system.id,
      out_id: item.outId,
      pushed_digest: digest,
      template_id: form.templateId,
      version_id: form.id,
      stage: item.stage || (form.content.stages[0]?.code ?? ''),
      line: JSON.stringify(lineOf({ title: item.title, templateName: form.templateName }, form.content, item.data)),
      data: sealData(services, id, item.data),
      files: JSON.stringify(item.files),
      sender: item.sender,
      mode: item.mode,
      priority: item.priority,
      due_at: item.dueAt,
      url: item.url ?? '',
      group_key: item.groupKey,
      pushed_at: now,
      changed_at: now,
      remind_at: setting.dueReminders ? nextReminder({ dueAt: item.dueAt, daily: setting.dailyReminders, now }) : null,
    };
  });
  const { rows: inserted } = await sql<{
    id: string;
    outId: string;
  }>`insert into todo_item (id, system_id, out_id, pushed_digest, template_id,
      version_id, stage, line, data, files, sender, mode, priority, due_at, url, group_key, pushed_at, changed_at, remind_at)
    select id, system_id, out_id, pushed_digest, template_id, version_id, stage, line::jsonb, data, files::jsonb, sender, mode, priority, due_at,
      url, group_key, pushed_at, changed_at, remind_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, system_id uuid, out_id text, pushed_digest text, template_id uuid,
      version_id uuid, stage text, line text, data text, files text, sender text, mode text, priority smallint, due_at bigint, url text,
      group_key text, pushed_at bigint, changed_at bigint, remind_at bigint)
    on conflict (system_id, out_id) do nothing returning id, out_id as "outId"`.execute(tx);
  const made = new Map(inserted.map(({ id, outId }) => [outId, id]));
  const fresh = taken.flatMap((one) => {
    const itemId = made.get(one.item.outId);
    return itemId === undefined ? [] : [{ itemId, ...one }];
  });
  const people = fresh.flatMap(({ itemId, people: ids }) => ids.map((id, place) => ({ item_id: itemId, employee_id: id, place })));
  await sql`insert into todo_person (item_id, employee_id, place, at, changed_at)
    select item_id, employee_id, place, ${now}::bigint, ${now}::bigint
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as r(item_id uuid, employee_id uuid, place int)`.execute(tx);
  for (const { itemId, people: uids, item } of fresh) {
    news.add({ itemId, uids, change: 'new' });
    if (system.notify === 'message')
      await queueNotices(tx, { itemId, uids, kind: 'new', at: calm(now, { system, priority: item.priority, setting }) });
  }
  if (fresh.length > 0) await todoChanged(tx);
  return made;
}
