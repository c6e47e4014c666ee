import { sql } from 'kysely';
import { isLoud } from '#kit/common/change/impact.ts';
import { refused } from '#kit/server/answer.ts';
import { nameReferences } from '#kit/server/change/name-references.ts';
import { showPlanned } from '#kit/server/change/show-fields.ts';
import { visible } from '#kit/server/change/visible.ts';
import { outsideWord } from '#kit/server/outside-word.ts';
import type { Call } from '#kit/server/handle.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import { changeApproval } from '../common/permissions.ts';
import type { RequestDetail, RequestLine, RequestRow } from '../common/request.contract.ts';
import type { HeldLine } from './approval.table.ts';
import { askedFor } from './asked-for.ts';
import { standingOf, type RequestData } from './approvers.ts';
import { mayBypass } from './request.decide.ts';
import { agreed } from './request.read.ts';
import { isUnseen } from './print.ts';
import { runsWhenAskedAgain, tryNow } from './requester.ts';

const namesShown = 3;
const linesShown = 200;

/** A request as lists show it. */
export async function rowView(call: Call, request: RequestData): Promise<RequestRow> {
  const { services, caller } = call;
  const { lines } = request;
  const again = runsWhenAskedAgain(services, request);
  return {
    id: request.id,
    version: request.version,
    operation: request.operation,
    what: services.words.action(request.operation, caller.language),
    moduleName: services.words.moduleName(request.module, caller.language),
    objects: (await namesOf(call, lines.slice(0, namesShown))).map(({ name }) => name),
    objectCount: request.line_count,
    requester: request.requester,
    requesterName: request.caller.name,
    reason: request.reason,
    counts: request.counts,
    impact: request.impact,
    loud: isLoud(request.impact),
    unseen: isUnseen(request.print),
    again,
    // The clock may be ahead of the upkeep.
    state:
      ['pending', 'stale', ...(again ? ['approved'] : [])].includes(request.state) && request.expires_at <= services.now()
        ? 'expired'
        : request.state,
    at: request.at,
    expiresAt: request.expires_at,
    reviewBy: request.review_by,
    policy: request.policy_id === null ? ruleName(call, request) : request.policy_name,
    needed: request.rules.needed,
    approvers: (await agreed(call.db, request.id)).map(({ name }) => name),
  };
}

/** The name of a rule that is no policy. */
const ruleName = ({ services, caller }: Call, { policy_name }: RequestData): string =>
  services.texts.text(caller.language, 'approvals', policy_name === 'ownBenefit' ? 'policy.ownBenefit' : 'policy.own');

/** A request with everything that is known of it. */
export async function detailView(call: Call, request: RequestData): Promise<RequestDetail> {
  const { services, caller, db } = call;
  const row = await rowView(call, request);
  const events = await db.selectFrom('change_request_event').selectAll().where('request_id', '=', request.id).orderBy('id').execute();
  const { own, as } = await standingOf(services, db, request, caller.uid);
  const open = row.state === 'pending' || row.state === 'stale';
  const done = (await agreed(db, request.id)).some((one) => one.uid === caller.uid || (as && one.as === (as.for ?? caller.uid)));
  const may = (verb: keyof typeof changeApproval.button): boolean => caller.can(changeApproval.button[verb]);
  return {
    ...row,
    asked: row.unseen ? await askedFor(call, request) : [],
    lines: await linesView(call, request.lines),
    planId: request.plan_id,
    live: open && request.path !== null ? await liveView(call, request) : null,
    events: events.map((one) => ({
      id: one.id,
      event: one.event,
      name: one.name,
      forName: one.for_name,
      comment: one.comment,
      at: one.at,
      address: one.address,
      void: one.void,
    })),
    own,
    may: {
      approve: open && as !== undefined && !done && may('approve'),
      withdraw: open && request.requester === caller.uid && may('withdraw'),
      bypass: open && may('bypass') && mayBypass(call, request),
      review:
        request.state === 'bypassed' &&
        as !== undefined &&
        request.bypassed_by !== caller.uid &&
        request.bypassed_by !== as.for &&
        may('review'),
    },
    batchId: request.batch_id,
    jobId: request.job_id,
    failure: request.failure && wordOf(call, new Refusal(request.failure.code, request.failure.params)),
  };
}

const wordOf = ({ services, caller }: Call, error: unknown): string | null => {
  const answer = refused(error, caller.language, services.texts);
  if (!answer) return null;
  const issues = error instanceof InvalidInput ? error.issues : [];
  const more = issues.map(({ namespace, key, params }) => services.texts.text(caller.language, namespace, key, params));
  return [answer.body.msg, ...more].join(' ');
};

/** What the same change would do now, where that is something else. */
async function liveView(call: Call, request: RequestData): Promise<RequestDetail['live']> {
  try {
    const { kept: now } = await tryNow(call.services, request);
    if (now.print === request.print) return { state: 'same', reason: null, lines: [] };
    return { state: 'changed', reason: null, lines: await linesView(call, now.lines) };
  } catch (error) {
    const reason = wordOf(call, error);
    if (reason === null) throw error;
    return { state: 'refused', reason, lines: [] };
  }
}

/** What is to be erased may be named by nothing but its id: the journal knows its name as long as it is there. */
async function namesOf({ db, caller, services }: Call, lines: readonly HeldLine[]): Promise<readonly HeldLine[]> {
  const unnamed = lines.flatMap(({ objectId, name }) => (name === objectId ? [objectId] : []));
  if (unnamed.length === 0) return lines;
  const { rows } = await sql<{ id: string; name: string }>`select distinct on (object_id) object_id as id,
      case when ${visible(caller, services.kinds)} then object_name else ${outsideWord(caller.language)}::text end as name from change_operation where object_id = any(${unnamed}::text[]) order by object_id, id desc`.execute(
    db,
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return lines.map((line) => ({ ...line, name: line.name === line.objectId ? (names.get(line.objectId) ?? line.name) : line.name }));
}

/** Lines as the history would show them, to those who may read it. */
async function linesView(call: Call, kept: readonly HeldLine[]): Promise<RequestLine[]> {
  const { services, caller } = call;
  const lines = await namesOf(call, kept.slice(0, linesShown));
  const shown = lines.map((line) => {
    const kind = services.kinds.find((one) => one.kind === line.kind);
    return { kind, fields: kind && caller.can(kind.codes.read) ? showPlanned(kind, caller, line.before, line.after) : [] };
  });
  const fields = await nameReferences(call.db, call, shown);
  return shown.map(({ kind }, at) => ({
    kind: lines[at]!.kind,
    namespace: kind?.module ?? 'kit',
    objectId: lines[at]!.objectId,
    name: lines[at]!.name,
    action: lines[at]!.action,
    fields: fields[at] ?? [],
  }));
}
