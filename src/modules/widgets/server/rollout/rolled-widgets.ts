import { sql } from 'kysely';
import type { LocalDraft } from '#kit/common/language.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { local } from '#kit/server/warning/warning-kind.ts';
import { haltWarningOf, statesUnderWay, notifyHalt, type RolledOut } from '#modules/apps/server/public.ts';
import { widgetStatus } from '../../common/widget-words.ts';
import { widgetVersionKind } from '../widget-version.kind.ts';
import { widgetInRange } from '../widget.ts';
import { pathsOfWidgets } from '../within-widget.ts';
import { widgetRolloutKind } from './rollout.kind.ts';

/** A rollout of a widget halted by itself. */
export const widgetHaltWarning = haltWarningOf({
  kind: 'widget.rollout.halted',
  title: local('小程序灰度发布自动中止', 'A rollout of a widget halted by itself', 'ウィジェットの段階的公開の自動停止'),
  gates: {
    install: local('无法打开', 'terminals that can’t open it', '起動失敗'),
    crash: local('打开后出错', 'terminals on which it failed later', '起動後のエラー'),
  },
  page: (id) => `/mam_widget_management/version/${id}/detail`,
});

/** Versions of widgets as they go out in stages; one at a time of a widget. */
export const widgetRollouts: RolledOut = {
  table: 'widget_rollout',
  offers: 'widget_offer',
  gates: ['crash', 'install'],
  kind: widgetRolloutKind,
  find: async (db, caller, versionId) => {
    const range = caller.scope();
    const { rows } = await sql<{ id: string; widgetId: string; name: string }>`select v.id, v.widget_id as "widgetId",
        v.version_name as name from widget_version v where v.id = ${versionId}::uuid and ${widgetInRange(range, 'v.widget_id')}`.execute(
      db,
    );
    const [row] = rows;
    if (!row) throw range.all ? notFound() : outOfRange();
    const path = (await pathsOfWidgets(db, [row.widgetId])).get(row.widgetId) ?? null;
    return { id: row.id, name: row.name, path, fields: { widgetId: row.widgetId } };
  },
  taken: async (tx, { id }) => {
    const { rows } = await sql`select from widget_version v join widget_rollout r on r.widget_id = v.widget_id
      where v.id = ${id}::uuid and r.state in ${statesUnderWay} limit 1`.execute(tx);
    return rows.length > 0;
  },
  takeOff: async (tx, caller, id, reason) => {
    const fields = { status: widgetStatus.offline };
    await changeObjects(tx, caller, widgetVersionKind, [{ id, version: null, fields, action: 'disable' }], { reason });
  },
  tell: async (tx, services, versionId, halt) => {
    const { rows } = await sql<{ name: LocalDraft; version: string; deptId: string; people: string[] }>`select w.name,
        v.version_name as version, w.owner_dept_id as "deptId", w.contacts as people
      from widget_version v join widget w on w.id = v.widget_id where v.id = ${versionId}::uuid`.execute(tx);
    const [row] = rows;
    if (!row) return;
    const { name, version, deptId, people } = row;
    const object = { kind: 'widgetVersion', id: versionId, deptId };
    await notifyHalt(tx, services, { warning: widgetHaltWarning, halt, object, name, version, people });
  },
};

/** Gives up rollouts of versions that are under way: they were taken back otherwise. */
export async function giveUp(
  tx: Parameters<RolledOut['takeOff']>[0],
  caller: Parameters<RolledOut['takeOff']>[1],
  versionIds: readonly string[],
  reason: string,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from widget_rollout where version_id = any(${[...versionIds]}::uuid[])
    and state in ${statesUnderWay} order by id`.execute(tx);
  if (rows.length === 0) return;
  const cancelled = rows.map(({ id }) => ({ id, version: null, fields: { state: 'cancelled' } }));
  await changeObjects(tx, caller, widgetRolloutKind, cancelled, { reason });
}
