import type { Kind } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import { rolloutFields } from '#modules/apps/server/public.ts';
import { widgetHistoryPage } from '../../common/permissions.ts';
import { widgetsChanged } from '../widget-changes.ts';
import { withinWidget } from '../within-widget.ts';

const base = withinWidget(
  tableKind({
    kind: 'widgetRollout',
    module: 'widgets',
    codes: { read: widgetHistoryPage.code, revert: widgetHistoryPage.button.rollout },
    table: 'widget_rollout',
    name: 'state',
    fields: { ...rolloutFields, widgetId: { column: 'widget_id', internal: true } },
  }),
  async (_tx, all) => all.map((fields) => (typeof fields?.['widgetId'] === 'string' ? fields['widgetId'] : undefined)),
);

/** Rollouts of widget versions in the change engine. */
export const widgetRolloutKind: Kind = {
  ...base,
  write: async (tx, ...given) => {
    await base.write(tx, ...given);
    await widgetsChanged(tx);
  },
};
