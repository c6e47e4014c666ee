import { sql } from 'kysely';
import { readGrants } from '#kit/server/access/read-grants.ts';
import { code } from '#kit/common/codes.ts';
import { systemUid, type Caller } from '#kit/server/caller.ts';
import { applyEach, reasonOf } from '#kit/server/change/apply-each.ts';
import { callerOfBatch } from '#kit/server/change/callers.ts';
import type { BatchOptions } from '#kit/server/change/journal.ts';
import type { Kind, OperationIssue } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { configPage as page } from '../common/permissions.ts';
import { issue } from './documents.ts';
import type { Line } from './lines.ts';
import { kindsInOrder } from './names.ts';

type Acting = Line & { operation: NonNullable<Line['operation']> };

/** The lines that do something, kind by kind: what is made and changed in the order of the kinds, then what goes in the opposite one. */
export function stepsOf(services: Pick<Services, 'configAreas'>, lines: readonly Line[]): { kind: Kind; lines: Acting[] }[] {
  const acting = lines.filter((line): line is Acting => line.operation !== null);
  const kinds = kindsInOrder(services.configAreas);
  const step = (kind: (typeof kinds)[number], isDeletion: boolean) => ({
    kind: kind.kind.kind,
    lines: acting.filter(
      (line) => line.area === kind.area.area && line.kind === kind.kind.name && (line.action === 'delete') === isDeletion,
    ),
  });
  const made = kinds.map((kind) => step(kind, false));
  const gone = kinds.toReversed().map((kind) => step(kind, true));
  return [...made, ...gone].filter((one) => one.lines.length > 0);
}

interface ApplyWork {
  services: Services;
  lines: readonly Line[];
  options: BatchOptions & { batchId: string };
}

/**
 * Applies lines in the caller's transaction; those that can't be done become refused ones, in place. Nobody takes the right to apply from
 * themselves, for who could put it back? Where the lines together would, those of the caller's own roles are refused.
 */
export async function applyLines(tx: Tx, caller: Caller, work: ApplyWork): Promise<void> {
  await sql`savepoint config_whole`.execute(tx);
  const trying = callerOfBatch(caller, caller.operation);
  await applySteps(tx, trying, work);
  if (await stillMay(tx, caller, work.services)) {
    await sql`release savepoint config_whole`.execute(tx);
    for (const touched of trying.touched) caller.touch(touched);
    return;
  }
  await sql`rollback to savepoint config_whole`.execute(tx);
  await sql`release savepoint config_whole`.execute(tx);
  const own = new Set(caller.grants.roles.map(({ id }) => id));
  for (const line of work.lines) if (line.operation && own.has(line.operation.id)) refuse(line, [issue('', 'ownRight')]);
  await applySteps(tx, caller, work);
  if (!(await stillMay(tx, caller, work.services))) throw new Refusal(code.notGranted, { code: page.button.apply });
}

async function applySteps(tx: Tx, caller: Caller, work: ApplyWork): Promise<void> {
  for (const { kind, lines } of stepsOf(work.services, work.lines)) await applySet(tx, caller, { kind, lines }, work.options);
}

async function stillMay(tx: Tx, caller: Caller, services: Pick<Services, 'directory' | 'now'>): Promise<boolean> {
  // Who only plans has nothing to lose.
  if (caller.grants.superAdmin || caller.uid === systemUid || !caller.can(page.button.apply)) return true;
  const { grants } = await readGrants(tx, services.directory, caller.uid, services.now());
  return grants.superAdmin || grants.codes.has(page.button.apply);
}

/** A rule that speaks of the whole set instead of one line throws: then the set is halved until the culprit stands alone. */
async function applySet(tx: Tx, caller: Caller, step: { kind: Kind; lines: Acting[] }, options: BatchOptions): Promise<void> {
  const { kind, lines } = step;
  if (lines.length === 0) return;
  const trying = callerOfBatch(caller, caller.operation);
  await sql`savepoint config_set`.execute(tx);
  try {
    const each = await applyEach(
      tx,
      trying,
      { kind, operations: lines.map(({ operation }) => operation) },
      { ...options, source: 'import' },
    );
    await sql`release savepoint config_set`.execute(tx);
    for (const touched of trying.touched) caller.touch(touched);
    for (const [index, issues] of each.refused) refuse(lines[index]!, issues);
  } catch (error) {
    const reason = reasonOf(error);
    if (!reason) throw error;
    await sql`rollback to savepoint config_set`.execute(tx);
    await sql`release savepoint config_set`.execute(tx);
    if (lines.length === 1) return refuse(lines[0]!, reason);
    const middle = Math.ceil(lines.length / 2);
    await applySet(tx, caller, { kind, lines: lines.slice(0, middle) }, options);
    await applySet(tx, caller, { kind, lines: lines.slice(middle) }, options);
  }
}

function refuse(line: Line, issues: OperationIssue[]): void {
  line.action = 'refused';
  line.issues = issues;
  line.operation = null;
}

/** Whom and what the lines touch beside their objects. */
export async function impactOf(
  tx: Tx,
  caller: Caller,
  { services, lines }: { services: Services; lines: readonly Line[] },
): Promise<Record<string, number>> {
  const impact: Record<string, number> = {};
  for (const { kind, lines: own } of stepsOf(services, lines)) {
    const counts =
      (await kind.impact?.(
        tx,
        caller,
        own.map(({ operation }) => operation),
      )) ?? {};
    for (const [name, count] of Object.entries(counts)) impact[name] = (impact[name] ?? 0) + count;
  }
  return impact;
}
