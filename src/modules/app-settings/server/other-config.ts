import { sql } from 'kysely';
import { partiesOutside, unknownParties } from '#kit/server/audience/audience.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Tx } from '#kit/server/directory.ts';
import { inApp } from '#modules/apps/server/public.ts';
import { directory } from '#modules/people/server/public.ts';
import { mostSettings, otherConfig, type ConfigRule } from '../common/other-config.contract.ts';
import { misfit, partiesOf, type Setting } from './config-values.ts';
import { settingsChanges } from './settings-changes.ts';
import './settings.table.ts';

type SettingOperation = Operation<Setting>;
const range = inApp('other_config');

/** Settings of apps on the server. */
export const otherConfigs = crudServer(otherConfig, {
  table: 'other_config',
  directory,
  range: { ...range, outside },
  check: (tx, _caller, operations) => checkSettings(tx, operations),
  written: (tx) => settingsChanges.changed(tx),
  where: (_means, { changed }) =>
    changed === undefined
      ? []
      : [
          sql<boolean>`((t.rules <> '[]'::jsonb) or (t.value is not null and t.value <> 'null'::jsonb and t.value <> t.default_value)) = ${changed}`,
        ],
});

/** Settings lie where their app lies, and their rules name nobody from outside. */
async function outside(tx: Tx, seen: Range, operations: readonly SettingOperation[]): Promise<Set<number>> {
  const found = await range.outside(tx, seen, operations);
  for (const [index, { after }] of operations.entries())
    if ((await partiesOutside(tx, directory, (after?.rules ?? []).flatMap(partiesOf), seen)).length > 0) found.add(index);
  return found;
}

async function checkSettings(tx: Tx, operations: readonly SettingOperation[]): Promise<Map<number, OperationIssue[]>> {
  const issues = new Map<number, OperationIssue[]>();
  const stored = new Map(
    (
      await sql<{ id: string; setting: Pick<Setting, 'type' | 'options' | 'min' | 'max'> }>`select id,
        jsonb_build_object('type', type, 'options', options, 'min', min, 'max', max) as setting
        from other_config where id = any(${operations.map(({ id }) => id)}::uuid[])`.execute(tx)
    ).rows.map(({ id, setting }) => [id, setting]),
  );
  for (const [index, { id, action, after }] of operations.entries()) {
    if (!after) continue;
    const { type, options = [], min = null, max = null } = after;
    const setting = stored.get(id) ?? { type: type ?? 'text', options, min, max };
    const wrong = [...valueIssues(setting, after), ...(await ruleIssues(tx, after.rules ?? []))];
    if (action === 'create' && after.appId !== undefined && (await isFull(tx, after.appId)))
      wrong.push(issue('appId', 'tooManySettings', { most: mostSettings }));
    if (wrong.length > 0) issues.set(index, wrong);
  }
  return issues;
}

const issue = (path: string, key: string, params?: Record<string, unknown>): OperationIssue => ({
  path,
  namespace: 'app-settings',
  key: `issue.${key}`,
  ...(params && { params }),
});

async function isFull(tx: Tx, appId: string): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from other_config where app_id = ${appId}::uuid`.execute(tx);
  return (rows[0]?.n ?? 0) >= mostSettings;
}

function valueIssues(setting: Pick<Setting, 'type' | 'options' | 'min' | 'max'>, after: Partial<Setting>): OperationIssue[] {
  const given: [string, unknown][] = [
    ...(after.defaultValue === undefined ? [] : [['defaultValue', after.defaultValue] as [string, unknown]]),
    ...(after.value === undefined || after.value === null ? [] : [['value', after.value] as [string, unknown]]),
    ...(after.rules ?? []).map((rule, at): [string, unknown] => [`rules.${at}.value`, rule.value]),
  ];
  return given.flatMap(([path, value]) => {
    const why = misfit(setting, value);
    return why === undefined ? [] : [issue(path, `value.${why}`)];
  });
}

/** Departments and dynamic groups that rules name must be there. */
async function ruleIssues(tx: Tx, rules: readonly ConfigRule[]): Promise<OperationIssue[]> {
  const issues: OperationIssue[] = [];
  for (const [at, rule] of rules.entries()) {
    const gone = await unknownParties(tx, directory, partiesOf(rule));
    if (gone.length > 0) issues.push(issue(`rules.${at}`, 'noParty'));
  }
  return issues;
}
