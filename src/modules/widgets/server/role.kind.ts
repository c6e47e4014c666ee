import { sql } from 'kysely';
import { z } from 'zod';
import { code } from '#kit/common/codes.ts';
import { roleGifts, textsIn } from '#kit/server/role-module/role-gifts.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Operation } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { outOfRange, Refusal } from '#kit/server/refusal.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { mamAuthorityPage, mamRoleCodes, widgetRoleCodes } from '../common/permissions.ts';
import { everyoneRoleId } from '../common/role.contract.ts';
import { widgetInRange } from './widget.ts';
import { widgetsChanged } from './widget-changes.ts';

/** What app roles give on terminals: `widget:<id>`, `func:<code>`, `channel:<code>`. Everybody holds the built-in one, always. */
export const mamGifts = roleGifts({
  area: 'mam',
  module: 'widgets',
  buttons: mamRoleCodes,
  table: 'mam_role',
  gift: z.object({ codes: z.array(z.string()) }),
  parts: { codes: textsIn('codes', mamAuthorityPage.button.save) },
  fresh: { codes: [] },
  everyone: { id: everyoneRoleId, department: rootDepartmentId, refusal: () => new Refusal(11001), fixed: ['appKey'] },
  check: async (tx, caller, operations) => {
    for (const operation of operations) await assertWidgetsIn(tx, caller, operation);
    return undefined;
  },
  changed: widgetsChanged,
});

/** App roles in the change engine. */
export const mamRoleKind = mamGifts.kind;

/** Widgets that are given or taken lie in the range of whoever does it. */
async function assertWidgetsIn(tx: Tx, caller: Caller, { before, after }: Operation): Promise<void> {
  const wished = mamGifts.giftIn(after).codes;
  if (!wished) return;
  const old = mamGifts.giftIn(before).codes ?? [];
  const moved = [...wished.filter((one) => !old.includes(one)), ...old.filter((one) => !wished.includes(one))];
  const ids = moved.filter((one) => one.startsWith('widget:')).map((one) => one.slice('widget:'.length));
  if (ids.length === 0) return;
  const { rows } = await sql<{
    id: string;
  }>`select id from widget where id = any(${ids}::uuid[]) and ${widgetInRange(caller.scope(), 'widget.id')}`.execute(tx);
  // Of widgets that are gone the role may be freed.
  const here = new Set(rows.map(({ id }) => id));
  const missing = ids.filter((id) => !here.has(id) && wished.includes(`widget:${id}`));
  if (missing.length > 0) throw caller.scope().all ? new Refusal(code.notFound) : outOfRange();
}

/** What the roles of widgets give: functions of the widget whose they are. */
export const widgetGifts = roleGifts({
  area: 'widget',
  module: 'widgets',
  buttons: widgetRoleCodes,
  table: 'widget_role',
  gift: z.object({ widgetId: z.string(), functions: z.array(z.string()) }),
  parts: {
    widgetId: {
      read: sql`widget_id`,
      write: (widgetId) => ({ widget_id: sql`${widgetId}::uuid` }),
      rule: { internal: true },
    },
    functions: textsIn('functions', widgetRoleCodes.update),
  },
  fresh: { functions: [] },
  changed: widgetsChanged,
});

/** Roles of widgets in the change engine. */
export const widgetRoleKind = widgetGifts.kind;
