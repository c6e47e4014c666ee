import { makePlan, refusedLine, type PlannedOperation } from '#kit/server/change/plan/make-plan.ts';
import { accountInRange } from '#kit/server/access/member-files.ts';
import { seenState } from '#kit/server/access/role.owner.ts';
import { withNamedSheet, type NamedRow } from '#kit/server/files/named-sheet.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import { belongsPage } from '../../common/permissions.ts';
import { specialUserKind } from './special.kind.ts';
import { specialIn } from './special.state.ts';

/** As many as a rule may protect. */
const maxRows = 10_000;
const columns = { account: { namespace: 'kit', key: 'member.field.account' } };

/** Reads a file of accounts into a plan that puts these people under a special user rule. */
export const belongsImportJob: JobKind<{ roleId: string; fileId: string }, { planId: string }> = {
  kind: 'specialUser.importBelongs',
  title: { namespace: 'contacts', key: 'job.belongsImport' },
  code: belongsPage.button.import,
  run: (context, { roleId, fileId }) =>
    withNamedSheet(context, { fileId, maxRows, columns, required: 'account' }, async ({ name: file, rows }) => {
      const plan = await makePlan(context.services.database.db, context.caller, {
        kind: specialUserKind,
        title: { namespace: 'contacts', key: 'plan.belongsImport', params: { file } },
        operations: await operationsOf(context, roleId, rows),
        source: 'import',
        operation: 'specialUser.importBelongs',
        code: belongsPage.button.import,
        signal: context.signal,
      });
      return { planId: plan.id };
    }),
};

/** One change of the rule with everybody who is known, and a refused line for each who is not. */
async function operationsOf(context: JobContext, roleId: string, rows: AsyncIterable<NamedRow<'account'>>): Promise<PlannedOperation[]> {
  const { db } = context.services.database;
  const state = seenState(context.caller, (await db.transaction().execute((tx) => specialUserKind.read(tx, [roleId], false))).get(roleId));
  const before = specialIn(state.fields).belongs ?? [];
  const keyOf = (one: { kind: string; id: string }): string => `${one.kind}:${one.id}`;
  const requested = new Map(before.map((one) => [keyOf(one), one]));
  const refused: PlannedOperation[] = [];
  for await (const { line, cells } of rows) {
    const person = await accountInRange(context, cells.account);
    if (person) requested.set(keyOf({ kind: 'employee', id: person.uid }), { kind: 'employee', id: person.uid });
    else
      refused.push(refusedLine(line, cells.account, { path: 'account', title: columns.account, namespace: 'kit', key: 'sheet.noAccount' }));
  }
  const after = [...requested.values()].toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const own = { id: roleId, name: state.name, path: state.path, version: state.version };
  const isSame = after.length === before.length;
  return [
    isSame
      ? { ...own, action: 'same', before: null, after: null }
      : { ...own, action: 'change', before: { belongs: before }, after: { belongs: after } },
    ...refused,
  ];
}
