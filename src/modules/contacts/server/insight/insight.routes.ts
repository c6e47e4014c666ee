import { roleData } from '#kit/server/access/role.query.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { outOfRange } from '#kit/server/refusal.ts';
import { contactCheck, contactImpact, contactTrace, contactViewers, type RuleDraft } from '../../common/insight.contract.ts';
import { anyOutside } from '../parties.ts';
import { rowsOutside } from '../role/row-range.ts';
import { checkPairs, traceOf, viewersOf } from './check.ts';
import { impactOf } from './impact.ts';
import { previewRoutes } from './preview.ts';

/** Who may not save a change for its range is not told what it would do. */
async function assertDraft(call: Call, draft: RuleDraft): Promise<void> {
  const range = call.caller.scope();
  if ('roleId' in draft) await roleData(call, draft.kind === 'special' ? 'cpd' : 'contact', draft.roleId);
  else if (draft.kind === 'whitelist') {
    if (draft.add && (await anyOutside(call.db, range, [draft.add]))) throw outOfRange();
  } else if (!range.all) throw outOfRange();
  const rows = draft.kind === 'range' ? draft.rows : [];
  if (await rowsOutside(call.db, range, rows)) throw outOfRange();
  const members = draft.kind === 'special' || draft.kind === 'role' ? [draft.membersAdd, draft.membersRemove] : [];
  const belongs = draft.kind === 'special' ? [draft.belongsAdd, draft.belongsRemove] : [];
  const parties = [...members, ...belongs].flatMap((some) => some ?? []);
  if (await anyOutside(call.db, range, parties)) throw outOfRange();
}

/** What decides, explained, and what a change would do. */
export const insightRoutes: readonly BoundRoute[] = [
  handle(contactImpact, async (call, { draft, more }) => {
    const drafts = [draft, ...more];
    for (const one of drafts) await assertDraft(call, one);
    return impactOf(call, drafts);
  }),
  handle(contactCheck, (call, input) => checkPairs(call, input)),
  handle(contactViewers, (call, input) => viewersOf(call, input)),
  handle(contactTrace, (call, { ref }) => traceOf(call, ref)),
  ...previewRoutes,
];
