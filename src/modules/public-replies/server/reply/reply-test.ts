import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick, type Language } from '#kit/common/language.ts';
import type { Db } from '#kit/server/directory.ts';
import { withSheet } from '#kit/server/files/with-sheet.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { notFound, outOfRange, Refusal } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import { assertSees } from '#modules/public-accounts/server/public.ts';
import { assertContent, contentNames } from '#modules/public-content/server/public.ts';
import { refKey } from '#modules/public-content/common/content-ref.ts';
import type { Answer } from '../../common/reply/reply-fields.ts';
import { replyTest, type TestLine } from '../../common/reply/test.contract.ts';
import { replyLimits } from '../../common/reply/words.ts';
import { alsoMatching, answersTo, bookOf, type Asked, type ReplyBook, type ReplyRule } from './answers-to.ts';
import { askedByNobody, askedOf } from './asked.ts';
import { rulesOf, systemOf } from './load.ts';

type Input = Parsed<typeof replyTest>;
type One = NonNullable<Reply<typeof replyTest>['one']>;

/** The book as it would be with the rules that are being written. */
async function bookWith(db: Db, { snoId, rules: drafts }: Input): Promise<ReplyBook> {
  const stored: ReplyRule[] = await rulesOf(db, snoId);
  for (const { id, ...draft } of drafts) {
    const place = id === null ? -1 : stored.findIndex((one) => one.id === id);
    const before = stored[place];
    const written: ReplyRule = { ...draft, id, enabled: before?.enabled ?? true, members: before?.members ?? [] };
    if (before) stored[place] = written;
    else stored.push(written);
  }
  return bookOf(stored, await systemOf(db, snoId));
}

async function askedFor({ db, caller, services }: Call, { snoId, empId, at }: Input, text: string | null): Promise<Asked> {
  const moment = at ?? services.now();
  if (empId === undefined) return askedByNobody({ at: moment, text, language: caller.language });
  return askedOf(db, { snoId, uid: empId, at: moment, text });
}

/** Refuses a person whom the caller may not name. */
async function assertNamed({ db, caller }: Call, empId: string | undefined): Promise<void> {
  if (empId === undefined) return;
  const range = caller.scope();
  const { rows } = await sql`select from employee e where e.id = ${empId}::uuid and ${directory.employeeInRange(range, 'e.id')}`.execute(
    db,
  );
  if (rows.length === 0) throw range.all ? notFound() : outOfRange();
}

/** An answer in the words in which it would be sent. */
async function shown(db: Db, snoId: string, { answer, language }: { answer: Answer; language: Language }): Promise<One['answers'][number]> {
  if ('text' in answer) {
    const own = answer.text[language];
    return { language: own ? language : 'zh_CN', text: pick(answer.text, language), content: false, broken: false };
  }
  const names = await contentNames(db, [answer.content]);
  const broken = await assertContent(db, snoId, [answer.content]).then(
    () => false,
    (error: unknown) => {
      if (error instanceof Refusal) return true;
      throw error;
    },
  );
  return { language, text: pick(names.get(refKey(answer.content)) ?? {}, language), content: true, broken };
}

async function oneOf({ db }: Call, snoId: string, { book, asked }: { book: ReplyBook; asked: Asked }): Promise<One> {
  const outcome = answersTo(book, asked);
  const answers = [];
  for (const answer of outcome.answers) answers.push(await shown(db, snoId, { answer, language: asked.language }));
  return {
    by: outcome.by,
    ruleId: outcome.rule?.id ?? null,
    rule: outcome.rule?.name ?? '',
    steps: outcome.steps.map(({ rule, result, keyword }) => ({ ruleId: rule.id, name: rule.name, result, keyword })),
    answers,
    held: outcome.held,
  };
}

function lineOf(book: ReplyBook, asked: Asked): TestLine {
  const { by, rule } = answersTo(book, asked);
  return {
    text: asked.text ?? '',
    by,
    rule: rule?.name ?? '',
    overlaps: rule ? alsoMatching(book, asked.text ?? '', rule).map(({ name }) => name) : [],
  };
}

/** The first column of a file, without what is empty; 11080 where it can't be read or holds too much. */
async function sentencesOf(call: Call, fileId: string): Promise<string[]> {
  const { caller, services } = call;
  const signal = AbortSignal.timeout(20_000);
  return withSheet(
    { caller, services, signal },
    {
      fileId,
      maxRows: replyLimits.sentences,
      asItIs: true,
      unreadable: ({ line, message }, file) => new Refusal(11080, { file, n: Math.max(1, line), reason: message }),
    },
    async ({ rows }) => {
      const found: string[] = [];
      for await (const { cells } of rows) {
        const text = (cells[0] ?? '').trim().slice(0, replyLimits.message);
        if (text !== '' && found.length < replyLimits.sentences) found.push(text);
      }
      return found;
    },
  );
}

/** Asks the rules of an account as the live path does; the limits of the person are those of now, and are not used up. */
export const replyTestRoutes: readonly BoundRoute[] = [
  handle(replyTest, async (call, input): Promise<Reply<typeof replyTest>> => {
    const { snoId, text, fileId } = input;
    await assertSees(call.db, call.caller.scope(), snoId);
    await assertNamed(call, input.empId);
    const book = await bookWith(call.db, input);
    const asked = await askedFor(call, input, text ?? null);
    if (fileId === undefined) {
      const one = await oneOf(call, snoId, { book, asked });
      const answered = one.answers.length > 0 ? 1 : 0;
      return { one, lines: [], counts: { sentences: 1, answered, unanswered: 1 - answered, overlapping: 0 } };
    }
    const lines = (await sentencesOf(call, fileId)).map((sentence) => lineOf(book, { ...asked, text: sentence }));
    const unanswered = lines.filter(({ by }) => by !== 'keyword').length;
    const overlapping = lines.filter(({ overlaps }) => overlaps.length > 0).length;
    return { one: null, lines, counts: { sentences: lines.length, answered: lines.length - unanswered, unanswered, overlapping } };
  }),
];
