import { sql, type Selectable } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { local, type WarningKind } from '#kit/server/warning/warning-kind.ts';
import { radarPage } from '../common/permissions.ts';
import { kindNamed, kindsOf } from './kinds.ts';
import { severityOf } from './radar-state.ts';
import { mailOwners } from './owner-mail.ts';
import './radar.table.ts';
import type { RadarItemTable } from './radar.table.ts';

/** Something ends, or is too old. */
export const expiryWarning: WarningKind = {
  kind: 'expiry',
  title: local('即将到期', 'Something ends', '期限が近い'),
  sentence: local('“{name}”的期限：{dueAt}', '{name} ends or is due: {dueAt}', '「{name}」の期限：{dueAt}'),
  severity: 'warning',
  clearMinutes: 0,
  // It is told at each of its steps; in between once a week is enough.
  repeatHours: 168,
  facts: { dueAt: { label: local('期限', 'Ends', '期限'), as: 'time' } },
  link: ({ id }) => `${radarPage.route}?id=${id}`,
};

type Item = Selectable<RadarItemTable>;

/** Kinds of which the radar itself tells. */
const toldKinds = (services: Services): string[] =>
  kindsOf(services)
    .filter(({ quiet, toldBy }) => !quiet && toldBy === undefined)
    .map(({ kind }) => kind);

/**
 * Notifies owners by mail of items that reached their next step, and of resolved ones; all items, or these. Each notification is recorded beside the item in the same
 * transaction, so that neither a restart nor another node says it a second time. What is snoozed stays as it was told.
 */
export async function notifyOfItems(tx: Tx, services: Services, ids?: readonly string[]): Promise<void> {
  const now = services.now();
  const only = ids === undefined ? sql`true` : sql`id = any(${[...ids]}::uuid[])`;
  const near = now + 731 * 86_400_000;
  const { rows } = await sql<Item>`select * from radar_item
    where ${only} and kind = any(${toldKinds(services)}::text[]) and (told is not null or due_at <= ${near})
      and (snoozed_until is null or snoozed_until <= ${now}) order by id for update`.execute(tx);
  for (const item of rows) {
    const measure = kindNamed(services, item.kind)?.measure ?? 'end';
    const severity = severityOf({ dueAt: item.due_at, remindDays: item.remind_days, measure }, now);
    if (severity === item.told) continue;
    await tx.updateTable('radar_item').set({ told: severity }).where('id', '=', item.id).execute();
    if (severity === null) await services.warnings.clear(tx, expiryWarning.kind, item.id);
    else
      await services.warnings.raise(tx, {
        kind: expiryWarning.kind,
        object: { kind: 'radarItem', id: item.id, name: item.names ?? item.name, deptId: item.dept_id },
        facts: { ...(item.due_at !== null && { dueAt: item.due_at }) },
        severity,
      });
  }
  await mailOwners(tx, services, rows);
}

/** Takes back what was told of items that are gone. */
export async function silence(
  tx: Tx,
  { warnings }: Pick<Services, 'warnings'>,
  gone: readonly { readonly id: string; readonly told: string | null }[],
): Promise<void> {
  for (const { id, told } of gone) if (told !== null) await warnings.clear(tx, expiryWarning.kind, id);
}
