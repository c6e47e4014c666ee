import type { RevertView } from '#kit/common/change/journal.contract.ts';
import type { Call } from '../handle.ts';
import { nameReferences } from './name-references.ts';
import type { Reverting } from './revert.ts';
import { showFields, showIssues } from './show-fields.ts';
import { usesSeen } from './uses-seen.ts';

/** What undoing would do to objects, as it is answered: fields as the caller may see them, conflicts in words. */
export async function revertViews(call: Call, all: readonly Reverting[]): Promise<RevertView[]> {
  const shown = all.map(({ kind, operation }) => ({
    kind,
    fields: operation ? showFields(kind, operation.before, operation.after) : [],
  }));
  const fields = await nameReferences(call.db, call, shown);
  const views: RevertView[] = [];
  for (const [at, one] of all.entries()) {
    const usedBy = await usesSeen(call.db, { caller: call.caller, kinds: call.services.kinds }, one.usedBy);
    views.push(revertView(call, { ...one, usedBy }, fields[at] ?? []));
  }
  return views;
}

function revertView(call: Call, one: Reverting, fields: RevertView['fields']): RevertView {
  return {
    kind: one.kind.kind,
    objectId: one.objectId,
    objectName: one.name,
    action: one.operation?.action ?? null,
    fields,
    conflict: one.conflict
      ? {
          ...one.conflict,
          usedBy: one.usedBy,
          messages: showIssues(call.services.texts, call.caller, one.issues).map((issue) => issue.message),
        }
      : null,
  };
}
