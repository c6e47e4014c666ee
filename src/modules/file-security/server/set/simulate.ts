import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { InvalidInput, notFound, outOfRange } from '#kit/server/refusal.ts';
import { fileSimulate } from '../../common/draft.contract.ts';
import { caseOf, decisionByRef, namedPeople, readerOf, viewOfRow } from '../log/decisions.ts';
import { decide } from '../rule/decide.ts';
import { decisionViewOf } from '../rule/decision-words.ts';
import { gather } from '../rule/gather.ts';
import { openDraft } from './draft.ts';
import { askedOf } from './tests.ts';

/** Decides a case under the version in force, the draft, or both; by a code the case as it was then. Nothing is written down. */
async function simulate(call: Call, input: Parsed<typeof fileSimulate>): Promise<Reply<typeof fileSimulate>> {
  const { services, db } = call;
  const row = input.ref ? await decisionByRef(call, input.ref) : undefined;
  const given = row ? caseOf(row) : input.case;
  if (!given) throw new InvalidInput([{ path: 'case', namespace: 'kit', key: 'issue.missing' }]);
  await assertInRange(call, [given.employeeId, ...(row ? [] : given.recipientIds)]);
  const { book, draft } = await openDraft(call);
  const gathered = await gather(services, db, book, await askedOf(db, given));
  if (!gathered) throw notFound();
  const decided = { published: decide(book, book.published, gathered.facts), draft: decide(book, draft, gathered.facts) };
  const reader = await readerOf(call, Object.values(decided));
  const named = await namedPeople(call, [given.employeeId]);
  const isAsked = (set: 'published' | 'draft'): boolean => input.set === set || input.set === 'both';
  return {
    case: given,
    employeeName: named(given.employeeId).employeeName,
    published: isAsked('published') ? decisionViewOf(reader, decided.published) : null,
    draft: isAsked('draft') ? decisionViewOf(reader, decided.draft) : null,
    earlier: row ? await viewOfRow(call, row) : null,
  };
}

async function assertInRange({ caller, db, services }: Call, ids: readonly string[]): Promise<void> {
  const range = caller.scope();
  const { rows } = await sql<{ id: string }>`select m.id from unnest(${[...ids]}::uuid[]) as m(id)
    where ${services.directory.employeeInRange(range, 'm.id')}`.execute(db);
  if (rows.length < ids.length) throw range.all ? notFound() : outOfRange();
}

/** The simulator. */
export const simulateRoutes: readonly BoundRoute[] = [handle(fileSimulate, (call, input) => simulate(call, input))];
