import type { Parsed, Reply } from '#kit/common/contract.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { InvalidInput, notFound, outOfRange } from '#kit/server/refusal.ts';
import { fileActions, memberActions, type FileAction, type MemberAction } from '../common/limit-words.ts';
import { limitSimulate, type SimulatedAnswer } from '../common/simulate.contract.ts';
import type { Verdict } from './limits/limit-book.ts';
import { limitsOf } from './limits/open-limits.ts';
import { ruleNamer } from './rule-names.ts';
import { anyPartyOutside, anyUnknown } from './parties.ts';

type Requested = Parsed<typeof limitSimulate>;

const isFile = (action: Requested['action']): action is FileAction => fileActions.some((one) => one === action);
const isMember = (action: Requested['action']): action is MemberAction => memberActions.some((one) => one === action);
/** Actions between people that begin with a message. */
const bySending: readonly Requested['action'][] = ['message', 'chat', 'createGroup', 'addToGroup'];

/** Asks what the action would be asked: the files that it moves, the message that it is, the people whom it brings together. */
async function simulate({ db, caller, services }: Call, request: Requested): Promise<Reply<typeof limitSimulate>> {
  const range = caller.scope();
  const people = [request.from, ...(request.to === null ? [] : [request.to])];
  if (isMember(request.action) && request.to === null)
    throw new InvalidInput([{ path: 'to', namespace: 'enterprise', key: 'simulate.whom' }]);
  if (await anyPartyOutside(db, range, [], people)) throw outOfRange();
  if (await anyUnknown(db, [], people)) throw notFound();
  const limits = limitsOf(services).tried;
  const place = { platform: request.platform, address: request.address || null, at: request.at ?? undefined };
  const answers: SimulatedAnswer[] = [];
  const file = isFile(request.action) ? request.action : request.action === 'sendFile' ? 'upload' : undefined;
  if (file) answers.push(answerOf('file', await limits.file(request.from, file, place)));
  if (bySending.includes(request.action)) answers.push(answerOf('message', await limits.message(request.from, place)));
  const pair = isMember(request.action) ? request.action : request.action === 'message' ? 'chat' : undefined;
  if (pair && request.to !== null) {
    const verdict = (await limits.members(request.from, [request.to], { action: pair, existing: request.existing })).get(request.to);
    if (verdict) answers.push(answerOf('member', verdict));
  }
  const named = await ruleNamer(
    db,
    { range, language: caller.language },
    answers.map(({ rule }) => rule?.id),
  );
  for (const one of answers) one.rule &&= named(one.rule);
  // What refuses, else the first that had something to say.
  const decided = answers.find(({ allowed }) => !allowed) ?? answers.find(({ rule }) => rule !== null);
  return { verdict: answers.every(({ allowed }) => allowed), rule: decided?.rule ?? null, priority: decided?.priority ?? null, answers };
}

const answerOf = (question: SimulatedAnswer['question'], { allowed, by, rule, priority, observed }: Verdict): SimulatedAnswer => ({
  question,
  allowed,
  by,
  rule,
  priority,
  wouldRefuse: observed?.allowed === false,
});

/** The simulator of all limits. */
export const simulateRoutes: readonly BoundRoute[] = [handle(limitSimulate, (call, input) => simulate(call, input))];
