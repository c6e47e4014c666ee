import { RE2JS } from 're2js';
import { sql } from 'kysely';
import { code } from '#kit/common/codes.ts';
import type { StoredOf } from '#kit/common/crud/crud-types.ts';
import type { Caller } from '#kit/server/caller.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { notGranted, Refusal } from '#kit/server/refusal.ts';
import { isZone } from '#modules/enterprise/server/public.ts';
import { fileRule, pageOfKind } from '../../common/file-rule.contract.ts';
import { actionsOf, kindOf as kindOfAction, type RuleKind } from '../../common/words.ts';
import { directory } from '../directory.ts';
import { fileSecurityChanged } from '../rule/changes.ts';
import { readDraft } from '../rule/read-book.ts';
import { assertSegments, tidySegments } from './segments.ts';
import { idsOfRule, namesIn, ruleSentence } from './sentence.ts';
import { warningsOf } from './warnings.ts';

type Stored = StoredOf<typeof fileRule.fields>;
type RuleOperation = Operation<Stored>;

const mostRules = 200;
const weekMillis = 7 * 86_400_000;

/** File rules of the draft on the server. */
export const fileRules = crudServer(fileRule, {
  table: 'file_rule',
  directory,
  tidy: (entered) => ({ ...entered, ...(entered.segments && { segments: tidySegments(entered.segments) }) }),
  check: async (tx, caller, operations) => {
    const kinds = await kindsOf(tx, operations);
    assertButtons(caller, operations, kinds);
    await assertRoom(tx, operations);
    return checkRules(operations, kinds);
  },
  written: (tx) => fileSecurityChanged(tx),
  rows: async (means, rules) => {
    const hits = await hitsOf(
      means.db,
      means.services.now(),
      rules.map(({ id }) => id),
    );
    const names = await namesIn(means, rules.flatMap(idsOfRule));
    return rules.map((rule) => ({ hits: hits(rule.id), sentence: ruleSentence(means, names, rule) }));
  },
  detail: async (means, { id }) => {
    const draft = await readDraft(means.db);
    const found = await warningsOf(means.db, draft, means.services.now());
    return {
      warnings: found
        .filter(({ ruleId }) => ruleId === id)
        .map(({ key, params }) => means.services.texts.text(means.caller.language, 'file-security', key, params)),
    };
  },
});

/** The kind of each rule: of a new one as it is entered, of others as they are. */
async function kindsOf(tx: Tx, operations: readonly RuleOperation[]): Promise<Map<string, RuleKind>> {
  const { rows } = await sql<{ id: string; kind: RuleKind }>`select id::text as id, kind from file_rule
    where id = any(${operations.map(({ id }) => id)}::uuid[])`.execute(tx);
  const kinds = new Map(rows.map(({ id, kind }) => [id, kind]));
  for (const { id, before, after } of operations) {
    const kind = after?.kind ?? before?.kind;
    if (kind && !kinds.has(id)) kinds.set(id, kind);
  }
  return kinds;
}

const verbs = {
  create: 'add',
  change: 'update',
  move: 'update',
  enable: 'enable',
  disable: 'disable',
  delete: 'delete',
  restore: 'add',
} as const;

/** Each kind of rules has a page and buttons of its own. */
function assertButtons(caller: Caller, operations: readonly RuleOperation[], kinds: ReadonlyMap<string, RuleKind>): void {
  for (const { id, action, after } of operations) {
    const kind = kinds.get(id);
    if (!kind) continue;
    const { button } = pageOfKind[kind];
    const isMove = action === 'change' && after !== null && Object.keys(after).every((name) => name === 'priority');
    const needed = isMove ? button.reorder : button[verbs[action]];
    const alike = action === 'create' ? button.copy : needed;
    if (!caller.can(needed) && !caller.can(alike)) throw notGranted(needed);
  }
}

async function assertRoom(tx: Tx, operations: readonly RuleOperation[]): Promise<void> {
  const fresh = operations.filter(({ action }) => action === 'create' || action === 'restore').length;
  if (fresh === 0) return;
  const { rows } = await sql<{ n: number }>`select count(*) as n from file_rule`.execute(tx);
  if (Number(rows[0]!.n) + fresh > mostRules * 3) throw new Refusal(code.tooMany, { seconds: 0 });
}

const mistake = (path: string, key: string): OperationIssue => ({ path, namespace: 'file-security', key });

function checkRules(operations: readonly RuleOperation[], kinds: ReadonlyMap<string, RuleKind>): Map<number, OperationIssue[]> {
  const issues = new Map<number, OperationIssue[]>();
  for (const [index, { id, action, after }] of operations.entries()) {
    if (!after || action === 'delete') continue;
    const kind = kinds.get(id) ?? 'download';
    const foreign = after.actions?.find((one) => kindOfAction(one) !== kind);
    if (foreign) throw new Refusal(18212, {}, { field: 'actions', allowed: actionsOf[kind] });
    assertSegments(after.segments ?? []);
    assertPattern(after.namePattern ?? null);
    const found = issuesOf(after, action === 'create');
    if (found.length > 0) issues.set(index, found);
  }
  return issues;
}

function issuesOf(after: Partial<Stored>, isNew: boolean): OperationIssue[] {
  const found: OperationIssue[] = [];
  const named = after.who?.some(({ exclude }) => !exclude) === true || (after.roleIds?.length ?? 0) > 0;
  if (isNew && after.everyone !== true && !named) found.push(mistake('everyone', 'fileRule.noWho'));
  if (after.window && !isZone(after.window.zone)) found.push(mistake('window.zone', 'fileRule.noZone'));
  if (
    after.sizeMin !== undefined &&
    after.sizeMax !== undefined &&
    after.sizeMin !== null &&
    after.sizeMax !== null &&
    after.sizeMin > after.sizeMax
  )
    found.push(mistake('sizeMax', 'fileRule.sizes'));
  const { conditions } = after;
  const without =
    conditions &&
    !conditions.watermark &&
    !conditions.container &&
    !conditions.readOnly &&
    !conditions.reasonAsked &&
    conditions.perDay === null &&
    conditions.offlineHours === null;
  if (isNew && after.effect === 'allowWith' && without) found.push(mistake('conditions', 'fileRule.noCondition'));
  return found;
}

/** A pattern must compile in the engine of linear time (18210). */
function assertPattern(pattern: string | null): void {
  if (pattern === null) return;
  try {
    RE2JS.compile(pattern);
  } catch (error) {
    throw new Refusal(18210, { reason: error instanceof Error ? error.message : '' }, { field: 'namePattern' });
  }
}

/** How often each rule decided, and would have decided, within seven days. */
async function hitsOf(db: Db, now: number, ids: readonly string[]): Promise<(id: string) => { decided: number; observed: number }> {
  const since = now - weekMillis;
  const { rows } = await sql<{ id: string; decided: number; observed: number }>`select m.id::text as id,
      (select count(*) from file_decision d where d.rule_id = m.id and d.at > ${since} and d.step = 'rules') as decided,
      (select count(*) from file_decision d where d.observed @> array[m.id] and d.at > ${since}) as observed
    from unnest(${[...ids]}::uuid[]) as m(id)`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, { decided: Number(row.decided), observed: Number(row.observed) }]));
  return (id) => byId.get(id) ?? { decided: 0, observed: 0 };
}
