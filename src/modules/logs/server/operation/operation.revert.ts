import type { Parsed, Reply } from '#kit/common/contract.ts';
import { isJournalPast } from '#kit/server/change/past.ts';
import { linesOf, revertAtOnce, revertLines, type Reverting } from '#kit/server/change/revert.ts';
import { revertJob } from '#kit/server/change/revert.job.ts';
import { foreseeRevert } from '#kit/server/change/revert.preview.ts';
import { revertViews } from '#kit/server/change/revert.view.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { notGranted, Refusal } from '#kit/server/refusal.ts';
import type { operationRevert, operationRevertPreview } from '../../common/operation-log.contract.ts';
import type { JournalLine } from '#kit/server/change/undo.ts';
import { findRow, laterEdits } from './operation.detail.ts';
import type { AuditRow } from './operation.view.ts';

/** What reverting a row would do. */
export async function previewOperation(
  call: Call,
  input: Parsed<typeof operationRevertPreview>,
): Promise<Reply<typeof operationRevertPreview>> {
  const row = await findRow(call, input);
  const all = await foreseeRevert(
    call.services,
    call.caller,
    async (tx) => (await openLines(tx, call, row, { limit: mostShown, ...input })).lines,
  );
  const sorted = all.toSorted((left, right) => Number(Boolean(right.conflict)) - Number(Boolean(left.conflict)));
  return {
    list: await revertViews(call, sorted.slice(0, 200)),
    objects: all.length,
    conflicts: all.filter((one) => one.conflict).length,
    later: await laterEdits(
      call,
      all.flatMap((one) => one.lines),
    ),
  };
}

const mostShown = 10_000;

/** Reverts a row through the change engine, all of it or nothing; more lines than fit into one transaction become a job. */
export async function revertOperation(call: Call, input: Parsed<typeof operationRevert>): Promise<Reply<typeof operationRevert>> {
  const { caller, services } = call;
  const row = await findRow(call, input);
  return call.write(async (tx) => {
    const { lines, inPart } = await openLines(tx, call, row, { limit: revertAtOnce + 1, ...input });
    const reason = input.reason ?? null;
    if (lines.length > revertAtOnce) {
      if (inPart) throw notPossible(call, 'large');
      caller.touch({ kind: 'batch', id: row.batch_id!, name: row.operation });
      const jobId = await services.jobs.start(tx, caller, revertJob, {
        batchId: row.batch_id!,
        reason,
        name: services.words.actions(row.operation),
      });
      return { batchId: null, reverted: 0, jobId };
    }
    const done = await revertLines(tx, caller, { kinds: services.kinds, lines, inPart }, { reason, revertOf: row.batch_id });
    if (done.conflicts.length > 0) throw await refusalOf({ ...call, db: tx }, done.conflicts);
    if (done.reverted === 0) throw notPossible(call, 'same');
    return { batchId: done.batchId, reverted: done.reverted, jobId: null };
  });
}

/** The lines of a row that can be undone: 19050 with the reason where there are none. */
async function openLines(tx: Tx, call: Call, row: AuditRow, { limit, fields }: { limit: number; fields?: readonly string[] | undefined }) {
  const { caller, services } = call;
  if (row.batch_id === null) throw notPossible(call, row.code === 0 ? 'noJournal' : 'refused');
  const kinds = await tx.selectFrom('change_operation').select('kind').distinct().where('batch_id', '=', row.batch_id).execute();
  for (const { kind } of kinds) {
    const owner = services.kinds.find((one) => one.kind === kind);
    if (!owner) throw notPossible(call, 'unknown');
    const missing = [owner.codes.revert, owner.codes.read].find((one) => !caller.can(one));
    if (missing !== undefined) throw notGranted(missing);
  }
  const isPast = await isJournalPast(tx, { batchId: row.batch_id });
  if (isPast || kinds.length === 0) throw notPossible(call, isPast ? 'past' : 'noJournal');
  const lines = await linesOf(tx, caller, services.kinds, { target: { batchId: row.batch_id }, limit });
  if (lines.every((line) => line.reverted_by !== null)) throw notPossible(call, 'reverted');
  return fields === undefined ? { lines, inPart: false } : narrowed(call, lines, new Set(fields));
}

/** The lines as if only these fields had been changed: `inPart` where others were changed too. */
function narrowed(call: Call, lines: readonly JournalLine[], fields: ReadonlySet<string>): { lines: JournalLine[]; inPart: boolean } {
  if (lines.some(({ before, after }) => before === null || after === null)) throw notPossible(call, 'whole');
  const only = (values: JournalLine['after']): JournalLine['after'] =>
    Object.fromEntries(Object.entries(values ?? {}).filter(([name]) => fields.has(name)));
  const some = lines
    .map((line) => ({ ...line, before: only(line.before), after: only(line.after) }))
    .filter(({ after }) => Object.keys(after ?? {}).length > 0);
  if (some.length === 0) throw notPossible(call, 'same');
  const inPart = lines.some(({ after }) => Object.keys(after ?? {}).some((name) => !fields.has(name)));
  return { lines: some, inPart };
}

/** Why a row is not reverted: later edits with what they touched, or the first other conflict in words. */
async function refusalOf(call: Call, conflicts: readonly Reverting[]): Promise<Refusal> {
  const edited = conflicts.filter((one) => one.conflict?.reason === 'edited');
  const [first] = conflicts;
  if (edited.length > 0) {
    const later = await laterEdits(
      call,
      edited.flatMap((one) => one.lines),
    );
    return new Refusal(19051, { n: Math.max(later.length, edited.length) }, { later });
  }
  const why = first?.conflict?.reason;
  return notPossible(call, why === 'refused' ? 'denied' : (why ?? 'unknown'), first?.name);
}

function notPossible({ caller, services }: Call, why: string, name = ''): Refusal {
  const reason = services.texts.text(caller.language, 'logs', `operation.noRevert.${why}`, { name });
  return new Refusal(19050, { reason }, { why });
}
