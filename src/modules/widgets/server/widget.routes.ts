import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { roleNamer } from '#kit/server/access/role.named.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { notFound, outOfRange, wrongState } from '#kit/server/refusal.ts';
import { widgetCheck, widgetOffline, widgetOnline, widgetSecret, widgetStat, widgetUsedBy } from '../common/widget.contract.ts';
import { widgetStatus } from '../common/widget-words.ts';
import { checkWidget, readWidgetStat } from './widget.check.ts';
import { everyoneRoleId } from '../common/role.contract.ts';
import { usesOfWidgets, widgetInRange, widgets } from './widget.ts';

/** Puts widgets online or takes them offline; answers how many changed. */
async function turn(
  tx: Tx,
  { caller }: Pick<Call, 'caller'>,
  { ids, reason, to }: { ids: string[]; reason?: string | undefined; to: 2 | 3 },
) {
  const before = await widgets.kind.read(tx, ids, true);
  await changeObjects(
    tx,
    caller,
    widgets.kind,
    ids.map((id) => ({ id, version: null, fields: { status: to }, action: to === 2 ? ('enable' as const) : ('disable' as const) })),
    { reason: reason ?? null },
  );
  if (to === widgetStatus.online) await assertComplete(tx, ids);
  return { count: [...before.values()].filter(({ fields }) => fields['status'] !== to).length };
}

/** A widget goes online with something to show: a version that is online, or an address for one of its platforms. */
async function assertComplete(tx: Tx, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ kind: string }>`select kind from widget w where id = any(${[...ids]}::uuid[])
    and case when kind = 'package' then not exists (select from widget_version v where v.widget_id = w.id and v.status = 2)
      else coalesce(mobile_link, '') = '' and coalesce(pc_link, '') = '' end`.execute(tx);
  if (!rows[0]) return;
  const state = rows[0].kind === 'package' ? 'noVersion' : 'noAddress';
  throw wrongState(state, { namespace: 'widgets', key: `widget.state.${state}` });
}

/** Calls of widgets beside those of the entity. */
export const widgetRoutes: readonly BoundRoute[] = [
  handle(widgetOnline, (call, { ids, reason }) => call.write((tx) => turn(tx, call, { ids, reason, to: widgetStatus.online }))),
  handle(widgetOffline, (call, { ids, reason }) => call.write((tx) => turn(tx, call, { ids, reason, to: widgetStatus.offline }))),
  handle(widgetSecret, (call, { id, version }) =>
    call.write(async (tx) => {
      const secret = randomBytes(32).toString('base64url');
      const sealed = call.services.secrets.seal(secret, { table: 'widget', column: 'secret', row: id });
      await changeObjects(tx, call.caller, widgets.kind, [{ id, version, fields: { secret: sealed } }]);
      return { secret };
    }),
  ),
  handle(widgetStat, readWidgetStat),
  handle(widgetCheck, checkWidget),
  handle(widgetUsedBy, async ({ db, caller }, { id }) => {
    const range = caller.scope();
    const { rows } = await sql`select from widget where id = ${id}::uuid and ${widgetInRange(range, 'widget.id')}`.execute(db);
    if (rows.length === 0) throw range.all ? notFound() : outOfRange();
    const uses = (await usesOfWidgets(db, [id])).get(id) ?? [];
    const roles = uses.filter(({ kind }) => kind !== 'widgetVersion').map((one) => one.id);
    const named = await roleNamer(db, { range, language: caller.language, known: [everyoneRoleId] }, roles);
    return { list: uses.map((one) => (one.kind === 'widgetVersion' ? one : named(one))) };
  }),
];
