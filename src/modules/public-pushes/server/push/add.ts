import { sql } from 'kysely';
import { code } from '#kit/common/codes.ts';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick, type LocalText } from '#kit/common/language.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import { assertWorks, noteInAccounts } from '#modules/public-accounts/server/public.ts';
import type { pushAdd } from '../../common/push.contract.ts';
import type { PushImpact } from '../../common/push.schema.ts';
import type { PushState } from '../../common/words.ts';
import { wakePushes } from '../send/wake.ts';
import { accountRules, type AccountRules } from './account-rules.ts';
import { chosenBy } from './audience.ts';
import { assertUsable, freeze, type FrozenContent } from './content.ts';
import { assertPlan, previewMillis, type PushRequest } from './preview.ts';
import '../pushes.table.ts';

const stepUpMillis = 5 * 60_000;
const mostRunning = 20;

const mistake = (path: string, key: string) => new InvalidInput([{ path, namespace: 'public-pushes', key }]);

/** Sends what was previewed: at once, at its time, or when a second person agrees. */
export async function addPush(call: Call, input: Parsed<typeof pushAdd>): Promise<Reply<typeof pushAdd>> {
  const { caller, services } = call;
  const range = caller.scope();
  if (call.request.headers['idempotency-key'] === undefined) throw mistake('Idempotency-Key', 'issue.keyNeeded');
  const made = await call.write(async (tx) => {
    const now = services.now();
    const preview = await tx.selectFrom('push_preview').selectAll().where('token', '=', input.previewToken).forUpdate().executeTakeFirst();
    if (!preview || preview.by_id !== caller.uid || preview.at < now - previewMillis) throw mistake('previewToken', 'issue.token');
    if (preview.used_push_id !== null) throw mistake('previewToken', 'issue.tokenUsed');
    const request = preview.request as PushRequest;
    const impact = preview.impact as PushImpact;
    const { snoId, content } = request;
    await assertWorks(tx, range, snoId, 'push');
    const account = await accountRules(tx, snoId);
    if (!account.enabled) throw new Refusal(15010);
    assertPlan(request.planAt, now);
    await assertUsable(tx, snoId, content);
    await assertRoom(tx, snoId);
    const { rows } = await sql<{ n: number; fans: number }>`select count(*)::int as n, (count(*) filter (where fan))::int as fans
      from (${await chosenBy(tx, snoId, request.audience)}) as chosen`.execute(tx);
    const { n, fans } = rows[0]!;
    if (fans === 0) throw new Refusal(15061);
    if (n !== input.expectedTargets) throw new Refusal(15060, { n, m: input.expectedTargets }, { targets: n });
    if (impact.sameContent * 2 > n && !input.confirmSame)
      throw new Refusal(15065, { n: impact.sameContent }, { people: impact.sameContent });
    if (impact.needsStepUp && now - caller.confirmedAt > stepUpMillis) throw new Refusal(code.stepUp);
    const id = newId();
    const frozen = await freeze(tx, snoId, content);
    const state: PushState = impact.needsApproval ? 'awaitingApproval' : request.planAt === null ? 'freezing' : 'scheduled';
    await insertPush(tx, call, {
      id,
      snoId,
      root: id,
      content,
      frozen,
      state,
      audience: request.audience,
      planAt: request.planAt,
      zoneMode: request.zoneMode,
      urgent: request.urgent,
      ignoreCap: request.ignoreCap,
      reason: request.reason,
      expected: n,
      impact,
      commentPolicy: input.commentPolicy ?? account.commentPolicy,
    });
    await tx.updateTable('push_preview').set({ used_push_id: id }).where('token', '=', preview.token).execute();
    return { id, state };
  });
  wakePushes(services);
  return made;
}

/** At most so many pushes run at once, and one of an account is prepared (15064). */
export async function assertRoom(tx: Tx, snoId: string): Promise<void> {
  await sql`select from sno where id = ${snoId}::uuid for update`.execute(tx);
  const { rows } = await sql<{ freezing: number; running: number }>`select
      (count(*) filter (where state = 'freezing' and sno_id = ${snoId}::uuid))::int as freezing,
      (count(*) filter (where state = 'running'))::int as running
    from push where state in ('freezing', 'running')`.execute(tx);
  if (rows[0]!.freezing > 0 || rows[0]!.running >= mostRunning) throw new Refusal(15064);
}

/** A push as it begins. */
export interface PushDraft {
  readonly id: string;
  readonly snoId: string;
  readonly content: { readonly kind: string; readonly id: string };
  readonly frozen: FrozenContent;
  readonly state: PushState;
  readonly audience: unknown;
  readonly planAt: number | null;
  readonly zoneMode: string;
  readonly urgent: boolean;
  readonly ignoreCap: boolean;
  readonly reason: string;
  readonly expected: number;
  readonly impact: unknown;
  readonly commentPolicy: AccountRules['commentPolicy'];
  readonly root: string;
  readonly parent?: string;
  readonly wave?: number;
  readonly scope?: string;
  readonly reasons?: readonly string[] | null;
}

/** Writes a push, its place in the account's log and in the audit. */
export async function insertPush(tx: Tx, call: Pick<Call, 'caller' | 'services'>, draft: PushDraft): Promise<void> {
  const { caller, services } = call;
  const now = services.now();
  const title = draft.frozen.titles as LocalText;
  const values = {
    id: draft.id,
    sno_id: draft.snoId,
    version: 1,
    created_at: now,
    created_by: caller.uid,
    created_by_name: caller.name,
    updated_at: now,
    updated_by: caller.uid,
    kind: draft.content.kind,
    content_id: draft.content.id,
    title: JSON.stringify(title),
    frozen: JSON.stringify(draft.frozen),
    sha256: draft.frozen.sha256,
    audience: JSON.stringify(draft.audience),
    state: draft.state,
    stated_at: now,
    stated_by: caller.name,
    plan_at: draft.planAt,
    zone_mode: draft.zoneMode,
    urgent: draft.urgent,
    ignore_cap: draft.ignoreCap,
    reason: draft.reason,
    parent_id: draft.parent ?? null,
    root_id: draft.root,
    wave: draft.wave ?? 0,
    scope: draft.scope ?? null,
    reasons: draft.reasons ? JSON.stringify(draft.reasons) : null,
    expected: draft.expected,
    impact: JSON.stringify(draft.impact),
    comment_policy: JSON.stringify(draft.commentPolicy),
    timeline: JSON.stringify([{ at: now, state: draft.state, by: caller.name, reason: draft.scope ?? '' }]),
  };
  await tx.insertInto('push').values(values).execute();
  const name = pick(title, 'zh_CN');
  caller.touch({ kind: 'push', id: draft.id, name });
  caller.note({ targets: draft.expected, state: draft.state, ...(draft.scope !== undefined && { scope: draft.scope }) });
  await noteInAccounts(tx, [
    {
      snoId: draft.snoId,
      tab: 'operation',
      kind: draft.scope === undefined ? 'push.add' : 'push.repush',
      by: { id: caller.uid, name: caller.name },
      ref: { id: draft.id, name },
      result: 'done',
      detail: { targets: draft.expected, state: draft.state },
    },
  ]);
}
