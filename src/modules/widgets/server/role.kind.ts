import { sql } from 'kysely';
import { z } from 'zod';
import { roleGifts, textsIn } from '#kit/server/role-module/role-gifts.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { mamAuthorityPage, mamRoleCodes, widgetRoleCodes } from '../common/permissions.ts';
import { everyoneRoleId } from '../common/role.contract.ts';
import { assertWidgetsIn } from './given-widgets.ts';
import { widgetsChanged } from './widget-changes.ts';

/** What app roles give on terminals: `widget:<id>`, `func:<code>`, `channel:<code>`. Everybody holds the built-in one, always. */
export const mamGifts = roleGifts({
  area: 'mam',
  module: 'widgets',
  buttons: mamRoleCodes,
  table: 'mam_role',
  gives: { codes: textsIn('codes', mamAuthorityPage.button.save) },
  everyone: { id: everyoneRoleId, department: rootDepartmentId, refusal: 11001, fixed: ['appKey'] },
  check: assertWidgetsIn,
  changed: widgetsChanged,
});

const widgetId = {
  schema: z.string(),
  read: sql`widget_id`,
  write: (id: string) => ({ widget_id: sql`${id}::uuid` }),
  rule: { internal: true as const },
};

/** What the roles of widgets give: functions of the widget whose they are. */
export const widgetGifts = roleGifts({
  area: 'widget',
  module: 'widgets',
  buttons: widgetRoleCodes,
  table: 'widget_role',
  gives: { widgetId, functions: textsIn('functions', widgetRoleCodes.update) },
  changed: widgetsChanged,
});
