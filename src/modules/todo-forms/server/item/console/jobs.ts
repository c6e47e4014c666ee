import { sql } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import { keepSheet, moment, type MadeSheet } from '#kit/server/files/keep-sheet.ts';
import type { JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import type * as contract from '../../../common/item/item.contract.ts';
import { managerPage } from '../../../common/permissions.ts';
import { lockItems, touchItem } from '../close.ts';
import { newsOf, tellNews } from '../news.ts';
import { nextReminder } from '../remind-at.ts';
import { todoSettings } from '../settings.ts';
import { everyItem } from './items.ts';
import { assertReach } from './item-writes.ts';

const columns = [
  'title',
  'systemName',
  'templateName',
  'templateVersion',
  'outId',
  'state',
  'priority',
  'done',
  'people',
  'dueAt',
  'pushedAt',
  'closedAt',
  'actedBy',
  'action',
  'answerState',
] as const;

/** Items as a sheet, without what their forms say. */
export const itemExportJob: JobKind<Parsed<typeof contract.itemExport>, MadeSheet> = {
  kind: 'todo-forms.export',
  title: { namespace: 'todo-forms', key: 'job.export' },
  code: managerPage.button.export,
  run: (context, { format, ids, filter = {} }) => {
    const { services, caller } = context;
    const word = (key: string): string => services.texts.text(caller.language, 'todo-forms', key);
    async function* rows(): AsyncGenerator<Cell[]> {
      for await (const items of everyItem({ db: services.database.db, caller, services }, filter, ids))
        for (const item of items)
          yield [
            item.title,
            item.systemName,
            item.templateName,
            item.templateVersion,
            item.outId,
            word(`todoItem.state.${item.state}`),
            word(`todoItem.priority.${item.priority}`),
            item.done,
            item.people,
            moment(item.dueAt),
            moment(item.pushedAt),
            moment(item.closedAt),
            item.actedBy,
            item.action,
            item.answerState === null ? null : word(`todoAnswer.state.${item.answerState}`),
          ];
    }
    return keepSheet(context, {
      title: word('job.export'),
      header: columns.map((column) => word(`todoItem.field.${column}`)),
      rows: rows(),
      format,
      query: { ...filter, ...(ids && { ids: ids.length }) },
    });
  },
};

/** Changes priority or due date of many open items, in batches that each hold or not. */
export const itemBatchJob: JobKind<Parsed<typeof contract.itemBatchUpdate>, { changed: number }> = {
  kind: 'todo-forms.batchUpdate',
  title: { namespace: 'todo-forms', key: 'job.batchUpdate' },
  code: managerPage.button.batchUpdate,
  run: async (context, { ids, filter = {}, priority, dueAt }) => {
    const { services, caller, signal } = context;
    const { db } = services.database;
    const setting = await todoSettings.now(services);
    let changed = 0;
    for await (const items of everyItem({ db, caller, services }, { ...filter, state: 'open' }, ids)) {
      signal.throwIfAborted();
      const news = newsOf();
      const named = items.map(({ id }) => id);
      await assertReach(db, { caller }, 'todo_item', { ids: named, right: 'item' });
      await db.transaction().execute(async (tx) => {
        const now = services.now();
        for (const item of await lockItems(tx, named)) {
          if (item.state !== 'open') continue;
          const due = dueAt === undefined ? item.dueAt : dueAt;
          const isSame = due === item.dueAt && (priority === undefined || priority === item.priority);
          if (isSame) continue;
          const remindAt = setting.dueReminders ? nextReminder({ dueAt: due, daily: setting.dailyReminders, now }) : null;
          await sql`update todo_item set due_at = ${due}, priority = ${priority ?? item.priority}, remind_at = ${remindAt}
            where id = ${item.id}::uuid`.execute(tx);
          await touchItem(tx, item, now, news);
          changed += 1;
        }
      });
      await tellNews(services, news);
      await context.progress({ done: changed, total: null, failed: 0 });
    }
    return { changed };
  },
};
