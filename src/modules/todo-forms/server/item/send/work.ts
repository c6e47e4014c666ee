import type { CoreServices } from '#kit/server/services.ts';
import { formOf } from '../form.ts';
import { openAnswer } from '../sealed.ts';
import { todoSystem, type TodoSystem } from '../system.ts';
import { sendersOf } from '../wake.ts';
import { postByInterface, postToSystem, type CallResult } from './call-system.ts';
import { claimAnswers, dueSystems, type Claimed } from './claim.ts';
import { settle } from './settle.ts';
import { answerTimes } from './times.ts';

const lookMillis = 1_000;
/** Calls to one system at the same time: one that hangs holds no more than these, and none of another system. */
const together = 16;

type Sender = CoreServices & Parameters<typeof postByInterface>[0];

async function send(services: Sender, system: TodoSystem, answer: Claimed, signal: AbortSignal): Promise<void> {
  const begun = services.now();
  const from = performance.now();
  const result = await resultOf(services, system, answer, signal);
  await settle(services, { answer, system, result, begun, ms: Math.round(performance.now() - from) });
}

async function resultOf(services: Sender, system: TodoSystem, answer: Claimed, signal: AbortSignal): Promise<CallResult> {
  const { db } = services.database;
  const [form, keys, person] = await Promise.all([
    formOf(services, db, answer.versionId),
    services.directory.keysOf(db, answer.employeeId),
    services.directory.byUid(db, answer.employeeId),
  ]);
  const { input, comment } = openAnswer(services, answer.id, answer.input);
  const who = { uid: answer.employeeId, account: keys?.account ?? person?.account ?? '', employeeNo: keys?.employeeNo ?? null };
  const message = {
    answerId: answer.id,
    event: 'answer',
    outId: answer.outId,
    itemId: answer.itemId,
    template: form.templateCode,
    version: form.number,
    stage: answer.stage,
    action: answer.action,
    input,
    comment,
    person: who,
    onBehalfOf: null,
    at: answer.at,
    attempt: answer.attempts,
  };
  const { timeoutMillis: timeoutMs } = answerTimes(services);
  if (system.answerMode !== 'interface') return postToSystem(services, system, message, { timeoutMs, signal });
  const employee = { uid: who.uid, account: who.account, name: person?.name ?? '' };
  return postByInterface(services, system, message, { employee, timeoutMs, signal });
}

/** Sends what is due to one system, until nothing is. */
async function lane(services: Sender, systemId: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const claimed = await claimAnswers(services, systemId, together);
    if (claimed.length === 0) return;
    const system = await todoSystem(services.database.db, systemId);
    if (!system) return;
    const ends = await Promise.allSettled(claimed.map((answer) => send(services, system, answer, signal)));
    for (const end of ends)
      if (end.status === 'rejected')
        services.log.error({ err: end.reason, system: systemId }, 'An answer to a business system could not be settled');
  }
}

/** Sends answers until it is stopped: at once when this process took one, and once a second for what others took or whose time has come. */
export function runAnswers(services: Sender): { stop(): Promise<void> } {
  const end = new AbortController();
  const lanes = new Map<string, Promise<void>>();
  let looking: Promise<void> | undefined;
  let again = false;
  const look = async (): Promise<void> => {
    do {
      again = false;
      for (const id of await dueSystems(services)) {
        if (end.signal.aborted || lanes.has(id)) continue;
        const running = lane(services, id, end.signal)
          .catch((error: unknown) => services.log.error({ err: error, system: id }, 'Answers to a business system could not be sent'))
          .finally(() => void lanes.delete(id));
        lanes.set(id, running);
      }
    } while (again && !end.signal.aborted);
  };
  const round = (): void => {
    if (end.signal.aborted) return;
    again = true;
    looking ??= look()
      .catch((error: unknown) => services.log.error({ err: error }, 'Answers to business systems could not be looked at'))
      .finally(() => (looking = undefined));
  };
  const timer = setInterval(round, lookMillis);
  const { answers } = sendersOf(services);
  answers.add(round);
  round();
  return {
    stop: async () => {
      clearInterval(timer);
      answers.delete(round);
      end.abort();
      await looking;
      await Promise.all(lanes.values());
    },
  };
}
