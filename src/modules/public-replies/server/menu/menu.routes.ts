import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import { keepSheet, moment, type MadeSheet } from '#kit/server/files/keep-sheet.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import type { JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { assertMay } from '#modules/public-accounts/server/public.ts';
import * as contract from '../../common/menu/menu.contract.ts';
import { customMenuPage } from '../../common/menu/menu.permissions.ts';
import { flat } from './menu-rules.ts';
import { menuRulesOf } from './menu-reply.ts';
import { diffMenus, getMenu, listHistory, publishMenu, restoreMenu, saveMenu, withdrawMenu } from './menus.ts';

type Means = Pick<Call, 'db' | 'caller' | 'services'>;
const dayMillis = 86_400_000;

/** Clicks of the last days by entry. */
async function clicksOf(
  { db, caller, services }: Means,
  { snoId, days }: { readonly snoId: string; readonly days: number },
): Promise<Reply<typeof contract.menuStat>> {
  await assertMay(db, caller, snoId, 'manage');
  const { rows } = await sql<{
    key: string;
    clicks: number;
    people: number;
    last: number;
  }>`select entry_key as key, count(*)::int as clicks,
      count(distinct employee_id)::int as people, max(at) as last from sno_menu_click
    where sno_id = ${snoId}::uuid and at >= ${services.now() - days * dayMillis}::bigint
    group by entry_key order by clicks desc, entry_key`.execute(db);
  return { list: rows.map((row) => ({ ...row, last: Number(row.last) })) };
}

const columns = ['name', 'above', 'kind', 'leadsTo', 'clicks', 'people', 'last'] as const;

/** Entries of the menu that people see (of the draft, where they see none) with their clicks as a file. */
export const menuJob: JobKind<Parsed<typeof contract.menuExport>, MadeSheet> = {
  kind: 'menu.export',
  title: { namespace: 'public-replies', key: 'job.menu.export' },
  code: customMenuPage.button.export,
  run: async (context, { snoId, format, days }) => {
    const { services, caller } = context;
    const means = { db: services.database.db, caller, services };
    const word = (key: string): string => services.texts.text(caller.language, 'public-replies', key);
    const menu = await getMenu(means, snoId);
    const clicks = new Map((await clicksOf(means, { snoId, days })).list.map((one) => [one.key, one]));
    const rows = flat(menu.published?.entries ?? menu.draft).map(({ entry, above }): Cell[] => {
      const { target, name, key } = entry;
      const counted = clicks.get(key);
      const leadsTo =
        target?.kind === 'link' ? target.url : Object.entries(menu.names).find(([id]) => JSON.stringify(target)?.includes(id))?.[1];
      return [
        pick(name, caller.language),
        above === null ? null : pick(above.name, caller.language),
        target === null ? null : word(`snoMenu.target.${target.kind}`),
        leadsTo ?? null,
        counted?.clicks ?? 0,
        counted?.people ?? 0,
        moment(counted?.last ?? null),
      ];
    });
    return keepSheet(context, {
      title: word('job.menu.export'),
      header: columns.map((column) => word(`snoMenu.column.${column}`)),
      rows,
      format,
      query: { snoId, days },
    });
  },
};

/** The menus of accounts in the console. */
export const menuRoutes: readonly BoundRoute[] = [
  handle(contract.menuGet, (call, { snoId }) => getMenu(call, snoId)),
  handle(contract.menuHistory, (call, { snoId }) => listHistory(call, snoId)),
  handle(contract.menuDiff, diffMenus),
  handle(contract.menuStat, clicksOf),
  handle(contract.menuRules, async ({ db, caller }, { snoId }) => {
    await assertMay(db, caller, snoId, 'manage');
    return { list: await menuRulesOf(db, snoId) };
  }),
  handle(contract.menuSave, saveMenu),
  handle(contract.menuPublish, publishMenu),
  handle(contract.menuWithdraw, withdrawMenu),
  handle(contract.menuRestore, restoreMenu),
  handle(contract.menuExport, async (call, input) => {
    await assertMay(call.db, call.caller, input.snoId, 'manage');
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, menuJob, input) }));
  }),
];
