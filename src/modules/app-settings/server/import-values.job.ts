import { makePlan, refusedLine, type PlannedOperation } from '#kit/server/change/plan/make-plan.ts';
import type { Json, Kind } from '#kit/server/change/kind.ts';
import { withNamedSheet } from '#kit/server/files/named-sheet.ts';
import type { JobKind } from '#kit/server/services.ts';
import type { Parsed } from '#kit/common/contract.ts';
import { findApp } from '#modules/apps/server/public.ts';
import { mostSettings, type otherConfigImport } from '../common/other-config.contract.ts';
import { otherConfigPage as page } from '../common/permissions.ts';
import { otherConfigs } from './other-config.ts';

const title = (field: string) => ({ namespace: 'app-settings', key: `otherConfig.field.${field}` });
const columns = { code: title('code'), value: title('value') };
const kind: Kind = otherConfigs.kinds[0]!;

/** Reads values of the settings of an app into a plan; an empty cell puts a setting back to its default, rules stay. */
export const importValuesJob: JobKind<Parsed<typeof otherConfigImport>, { planId: string }> = {
  kind: 'otherConfig.import',
  title: { namespace: 'app-settings', key: 'job.importValues' },
  code: page.button.import,
  run: (context, { appId, fileId }) =>
    withNamedSheet(context, { fileId, maxRows: mostSettings, columns, required: 'code' }, async ({ name: file, rows }) => {
      const { db } = context.services.database;
      await findApp(db, context.caller, appId);
      const stored = await db
        .selectFrom('other_config')
        .select(['id', 'code', 'version', 'type', 'value'])
        .where('app_id', '=', appId)
        .execute();
      const known = new Map(stored.map((one) => [one.code.toLowerCase(), one]));
      const operations: PlannedOperation[] = [];
      for await (const { line, cells } of rows) {
        const one = known.get(cells.code.toLowerCase());
        if (!one) {
          operations.push(
            refusedLine(line, cells.code, { path: 'code', title: columns.code, namespace: 'app-settings', key: 'issue.noSetting' }),
          );
          continue;
        }
        const own = { id: one.id, name: one.code, path: null, version: one.version, line };
        const [before, after] = [(one.value ?? null) as Json, valueIn(one.type, cells.value)];
        operations.push(
          JSON.stringify(before) === JSON.stringify(after)
            ? { ...own, action: 'same', before: null, after: null }
            : { ...own, action: 'change', before: { value: before }, after: { value: after } },
        );
        // The second line of a setting would be refused by its version: the first one counts.
        known.delete(cells.code.toLowerCase());
      }
      const plan = await makePlan(db, context.caller, {
        kind,
        title: { namespace: 'app-settings', key: 'plan.importValues', params: { file } },
        operations,
        source: 'import',
        operation: 'otherConfig.import',
        code: page.button.import,
        signal: context.signal,
      });
      return { planId: plan.id };
    }),
};

/** A cell as a value: JSON as the export writes it, or the text itself; whether it fits is the kind's to say. */
function valueIn(type: string, cell: string): Json {
  if (cell === '') return null;
  try {
    const value = JSON.parse(cell) as Json;
    // A text that happens to read as a number stays a text.
    return (type === 'text' || type === 'select') && typeof value !== 'string' ? cell : value;
  } catch {
    return cell;
  }
}
