import { z } from 'zod';
import { platforms } from '#kit/common/client/platforms.ts';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, ids, stamps } from '#kit/common/schema.ts';
import { widgetRelatePage } from './permissions.ts';

const platform = z.literal([...platforms]);

/** A widget version serves builds of an app on a platform, up to a build or for good. */
export const widgetRelationRow = z.object({
  ...stamps,
  widgetVersionId: id(),
  widgetId: id(),
  widgetName: z.string(),
  versionName: z.string(),
  appId: id(),
  appName: z.string(),
  platform,
  fromBuild: z.int(),
  toBuild: z.int().nullable(),
});
/** A relation in a list. */
export type WidgetRelationRow = z.output<typeof widgetRelationRow>;

/** Relations, seen from a widget version or from an app. */
export const widgetRelationList = endpoint({
  method: 'GET',
  path: 'mam/widgetRelation/list',
  access: { code: widgetRelatePage.code },
  scope: 'department',
  input: z.object({ widgetVersionId: id().optional(), appId: id().optional(), build: z.int().min(0).optional() }),
  reply: z.object({ list: z.array(widgetRelationRow) }),
  summary: 'App versions that widget versions serve, seen from either side',
});

/** Sets which app versions a widget version serves. */
export const widgetRelationSave = endpoint({
  method: 'POST',
  path: 'mam/widgetRelation/save',
  access: { anyOf: [widgetRelatePage.button.assign, widgetRelatePage.button.save] },
  permitMore: 'assign for rows that come, save for rows that change',
  scope: 'department',
  audit: 'widgetRelation.save',
  dryRun: true,
  input: z.strictObject({
    widgetVersionId: id(),
    rows: z
      .array(
        z.strictObject({
          appId: id(),
          platform,
          fromBuild: z.int().min(0).max(2_147_483_647).default(0),
          toBuild: z.int().min(0).max(2_147_483_647).nullable().default(null),
        }),
      )
      .max(200),
  }),
  reply: count(),
  summary: 'Adds and changes rows of app versions that a widget version serves: one row for each app and platform',
});

/** Takes relations away. */
export const widgetRelationDelete = endpoint({
  method: 'POST',
  path: 'mam/widgetRelation/delete',
  access: { code: widgetRelatePage.button.remove },
  scope: 'department',
  audit: 'widgetRelation.delete',
  dryRun: true,
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  summary: 'Takes relations away: terminals of these app versions get the widget version no longer',
});
