import { sql } from 'kysely';
import type { Audience } from '#kit/common/audience.ts';
import { pick, type LocalDraft } from '#kit/common/language.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import { RE2JS } from 're2js';
import { allPhrases, type Phrases, type Slot, type Target } from '../../common/fields.ts';
import { mikaLimits, type SceneKind } from '../../common/words.ts';
import { placesIn } from '../engine/template.ts';
import { interfaceFacts } from '../interface-facts.ts';
import { plainOf } from '../text/plain.ts';

interface SceneFields {
  readonly name: LocalDraft;
  readonly code: string;
  readonly groupId: string;
  readonly kind: SceneKind;
  readonly phrases: Phrases;
  readonly slots: readonly Slot[];
  readonly target: Target;
  readonly confirm: boolean;
  readonly audience: Audience;
  readonly priority: number;
  readonly handlers: readonly string[];
  readonly enabled: boolean;
}
/** A write of a scene. */
export type SceneOperation = Operation<SceneFields>;

const coded = (path: string, answer: number, params: Record<string, unknown> = {}): OperationIssue => ({
  path,
  namespace: 'mika',
  key: `error.${answer}`,
  params,
});
const issue = (path: string, key: string, params: Record<string, unknown> = {}): OperationIssue => ({
  path,
  namespace: 'mika',
  key: `issue.${key}`,
  params,
});

/** Runs a write of one scene: a rule of this area answers by its code; in a plan of many the same stands at the line. */
export async function withCodes<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const found = error.issues.find(({ namespace, key }) => namespace === 'mika' && key.startsWith('error.'));
    if (found) throw new Refusal(Number(found.key.slice('error.'.length)), found.params);
    throw error;
  }
}

/** What a scene says of itself must fit together. */
function ownIssues({ kind, phrases, slots, target, handlers }: SceneFields): OperationIssue[] {
  const found: OperationIssue[] = [];
  if (target.kind !== kind) found.push(issue('target', 'otherKind'));
  const codes = slots.map(({ code }) => code);
  if (new Set(codes).size < codes.length) found.push(issue('slots', 'sameSlot'));
  for (const { code, type, choices, pattern } of slots) {
    if (type === 'choice' && choices.length === 0) found.push(coded('slots', 17035, { slot: code, reason: 'choices' }));
    if (pattern !== '' && !compiles(pattern)) found.push(coded('slots', 17035, { slot: code, reason: pattern }));
  }
  const unknown = allPhrases(phrases)
    .flatMap(placesIn)
    .find((code) => !codes.includes(code));
  if (unknown !== undefined) found.push(issue('phrases', 'noSlot', { slot: unknown }));
  if (allPhrases(phrases).length > mikaLimits.phrases) found.push(issue('phrases', 'mostPhrases', { n: mikaLimits.phrases }));
  const named = 'params' in target ? target.params : 'prefill' in target ? target.prefill : [];
  const missing = named.find(({ from, value }) => from === 'slot' && !codes.includes(value));
  if (missing) found.push(issue('target', 'noSlot', { slot: missing.value }));
  if (kind === 'handover' && handlers.length === 0) found.push(issue('handlers', 'noHandlers'));
  return found;
}

function compiles(pattern: string): boolean {
  try {
    RE2JS.compile(pattern);
    return true;
  } catch {
    return false;
  }
}

/** Whether two audiences may reach the same person: one is open, or they name the same. */
const mayMeet = (one: Audience, other: Audience): boolean => {
  const named = (rows: Audience): string[] => rows.flatMap(({ exclude, id }) => (exclude ? [] : [id]));
  const [a, b] = [named(one), new Set(named(other))];
  return a.length === 0 || b.size === 0 || a.some((id) => b.has(id));
};

interface Known {
  readonly id: string;
  readonly name: LocalDraft;
  readonly phrases: Phrases;
  readonly audience: Audience;
  readonly priority: number;
}

/** A sentence that another scene has as well (17031), unless the priority says which of them wins or nobody is asked by both. */
function sharedPhrase(fields: SceneFields, id: string, others: readonly Known[]): OperationIssue | undefined {
  const own = new Set(allPhrases(fields.phrases).map(plainOf));
  const other = others.find(
    (one) =>
      one.id !== id &&
      one.priority === fields.priority &&
      mayMeet(one.audience, fields.audience) &&
      allPhrases(one.phrases).some((phrase) => own.has(plainOf(phrase))),
  );
  return other && coded('phrases', 17031, { scene: pick(other.name, 'zh_CN') });
}

/** Interfaces that scenes name: must be there and open to modules (17034); what writes asks first (17033). */
async function interfaceIssues(tx: Tx, { target, confirm }: SceneFields): Promise<OperationIssue[]> {
  if (target.kind !== 'interface') return [];
  const facts = (await interfaceFacts(tx, [target.interfaceId])).get(target.interfaceId);
  if (!facts?.isOpen) return [coded('target', 17034)];
  return facts.isWrite && !confirm ? [coded('confirm', 17033)] : [];
}

const fieldColumns = sql`id, name, code, group_id as "groupId", kind, phrases, slots, target, confirm, audience, priority, handlers, enabled`;

/** Rules of scenes. */
export async function checkScenes(tx: Tx, _caller: Caller, operations: readonly SceneOperation[]): Promise<Map<number, OperationIssue[]>> {
  const issues = new Map<number, OperationIssue[]>();
  const writing = operations.filter(({ after, action }) => after !== null && action !== 'disable');
  if (writing.length === 0) return issues;
  const { rows } = await sql<SceneFields & { id: string }>`select ${fieldColumns} from mika_scene`.execute(tx);
  const stored = new Map(rows.map((row) => [row.id, row]));
  const all = new Map<string, Known & { enabled: boolean }>(rows.map((row) => [row.id, row]));
  const groups = new Set((await sql<{ id: string }>`select id from scene_group`.execute(tx)).rows.map(({ id }) => id));
  for (const [index, { id, after, action }] of operations.entries()) {
    if (after === null || action === 'disable') continue;
    const fields = { ...stored.get(id), ...after } as SceneFields;
    // A place in the order says nothing of what a scene is.
    if (Object.keys(after).every((name) => name === 'order')) continue;
    const found = ownIssues(fields);
    if (!groups.has(fields.groupId)) found.push({ path: 'groupId', namespace: 'kit', key: 'issue.notThere' });
    if (fields.enabled) {
      const others = [...all.values()].filter(({ enabled }) => enabled);
      const shared = sharedPhrase(fields, id, others);
      if (shared) found.push(shared);
      found.push(...(await interfaceIssues(tx, fields)));
    }
    if (found.length > 0) issues.set(index, found);
    else all.set(id, { ...fields, id });
  }
  return issues;
}
