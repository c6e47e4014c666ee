import { sql } from 'kysely';
import { pick, type Language } from '#kit/common/language.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { notifyPerson } from '#modules/messaging/server/public.ts';
import type { NoticeKind } from '../../../common/item/words.ts';
import type { ItemLine } from '../item.table.ts';
import { sendersOf } from '../wake.ts';

const lookMillis = 1_000;
const atOnce = 100;
/** So long a notice belongs to who claimed it. */
const leaseMillis = 60_000;

interface Due {
  readonly id: string;
  readonly itemId: string;
  readonly employeeId: string;
  readonly kind: NoticeKind;
  readonly line: ItemLine;
  readonly systemName: Readonly<Record<Language, string>>;
  readonly isOpen: boolean;
}

/** What is told only while the person still has to do something. */
const whileOpen: ReadonlySet<NoticeKind> = new Set(['new', 'remind', 'due', 'handedOver']);

/** Writes notices that are due; answers whether there may be more. Each is claimed, so that processes don't write it twice. */
async function sendNotices(services: CoreServices, signal?: AbortSignal): Promise<boolean> {
  const { db } = services.database;
  const now = services.now();
  const { rows } = await sql<Due>`with due as (update todo_notice set due_at = ${now + leaseMillis} where id in (
        select id from todo_notice where due_at <= ${now} order by due_at limit ${atOnce} for update skip locked) returning *)
    select d.id, d.item_id as "itemId", d.employee_id as "employeeId", d.kind, i.line, s.name as "systemName",
      (i.state = 'open' and exists (select from todo_person p where p.item_id = i.id and p.employee_id = d.employee_id and p.state = 'open')) as "isOpen"
    from due d join todo_item i on i.id = d.item_id join todo_system s on s.id = i.system_id order by d.id`.execute(db);
  for (const due of rows) {
    if (signal?.aborted) return false;
    if (due.isOpen || !whileOpen.has(due.kind)) await write(services, due);
    await sql`delete from todo_notice where id = ${due.id}::uuid`.execute(db);
  }
  return rows.length === atOnce;
}

async function write(services: CoreServices, { employeeId, itemId, kind, line, systemName }: Due): Promise<void> {
  const { language = 'zh_CN' } = (await services.directory.byUid(services.database.db, employeeId)) ?? {};
  const word = (key: string): string =>
    services.texts.text(language, 'todo-forms', key, { title: pick(line.title, language), system: pick(systemName, language) });
  const lines = [word(`notice.${kind}`), ...line.summary.map((one) => pick(one, language)).filter((one) => one !== '')];
  await notifyPerson(services, employeeId, { title: pick(line.title, language), text: lines.join('\n'), link: `/todo/${itemId}` });
}

/** Writes notices until it is stopped. */
export function runNotices(services: CoreServices): { stop(): Promise<void> } {
  const end = new AbortController();
  let working: Promise<void> | undefined;
  let again = false;
  const work = async (): Promise<void> => {
    do {
      again = false;
      if (await sendNotices(services, end.signal)) again = true;
    } while (again && !end.signal.aborted);
  };
  const round = (): void => {
    if (end.signal.aborted) return;
    again = true;
    working ??= work()
      .catch((error: unknown) => services.log.error({ err: error }, 'Notices of to-dos could not be written'))
      .finally(() => (working = undefined));
  };
  const timer = setInterval(round, lookMillis);
  const { notices } = sendersOf(services);
  notices.add(round);
  round();
  return {
    stop: async () => {
      clearInterval(timer);
      notices.delete(round);
      end.abort();
      await working;
    },
  };
}
