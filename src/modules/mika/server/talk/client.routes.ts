import { sql } from 'kysely';
import { inEach } from '#kit/common/language.ts';
import { handleClient, sessionOf, type BoundClientRoute, type ClientCall } from '#kit/server/client/handle-client.ts';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { mrmFunctions } from '#modules/robots/server/public.ts';
import * as contract from '../../common/client.contract.ts';
import { mikaLimits } from '../../common/words.ts';
import { mikaSettings } from '../setting.ts';
import { askMika } from './ask.ts';
import { goingOf, lockPerson, openAnswer, openText } from './sessions.ts';

/** Refuses who may not use mika (17037); answers what else they may. */
async function assertUse({ services, caller }: ClientCall): Promise<ReadonlySet<string>> {
  const { functions } = await mrmFunctions(services, caller.uid);
  if (!functions.has('mika.use')) throw new Refusal(17037, { function: 'mika.use' }, { function: 'mika.use' });
  return functions;
}

/** What mika says at terminals. */
export const mikaClientRoutes: readonly BoundClientRoute[] = [
  handleClient(contract.clientMikaStart, start),
  handleClient(contract.clientMikaAsk, async (call, { text, sessionId, clientId }) => {
    await assertUse(call);
    return askMika(call.services, call.write, { ...whoOf(call), sessionId, clientId, said: { text } });
  }),
  handleClient(contract.clientMikaChoose, async (call, { option, sessionId, clientId }) => {
    await assertUse(call);
    return askMika(call.services, call.write, { ...whoOf(call), sessionId, clientId, said: { option } });
  }),
  handleClient(contract.clientMikaHelped, helped),
  handleClient(contract.clientMikaEnd, end),
];

const whoOf = (call: ClientCall) => ({ uid: sessionOf(call).uid, language: call.caller.language, platform: call.terminal.platform });

async function start(
  call: ClientCall,
  { after }: ClientInput<typeof contract.clientMikaStart>,
): Promise<ClientReply<typeof contract.clientMikaStart>> {
  const functions = await assertUse(call);
  const { db, services } = call;
  const { name, greeting, suggestions, wakeWord } = await mikaSettings.now(services);
  const session = await goingOf(db, call.caller.uid, services.now());
  const said = {
    name: inEach(name),
    greeting: inEach(greeting),
    suggestions: suggestions.map(inEach),
    wakeWord,
    mayWrite: functions.has('mika.write'),
  };
  if (!session) return { ...said, going: null };
  const { rows } = await sql<{
    id: string;
    n: number;
    at: number;
    text: string | null;
    answer: string | null;
    byId: string | null;
  }>`select id, n, at, text,
      answer, by_id as "byId" from mika_turn where session_id = ${session.id}::uuid and n > ${after} order by n limit ${mikaLimits.turns * 2}`.execute(
    db,
  );
  const turns = rows.map(({ id, n, at, text, answer }) => ({
    n,
    at: Number(at),
    text: openText(services, id, text),
    answer: openAnswer(services, id, answer),
  }));
  return { ...said, going: { sessionId: session.id, state: session.state, takenBy: session.takenName, turns } };
}

async function helped(
  call: ClientCall,
  { sessionId, helped: did }: ClientInput<typeof contract.clientMikaHelped>,
): Promise<ClientReply<typeof contract.clientMikaHelped>> {
  await assertUse(call);
  return call.write(async (tx) => {
    const { numAffectedRows } = await sql`update mika_session set helped = ${did ? 'yes' : 'no'}
      where id = ${sessionId}::uuid and employee_id = ${call.caller.uid}::uuid`.execute(tx);
    if (numAffectedRows !== 1n) throw new Refusal(17038);
    return { sessionId };
  });
}

async function end(
  call: ClientCall,
  { sessionId }: ClientInput<typeof contract.clientMikaEnd>,
): Promise<ClientReply<typeof contract.clientMikaEnd>> {
  await assertUse(call);
  const now = call.services.now();
  return call.write(async (tx) => {
    await lockPerson(tx, call.caller.uid);
    const { rows } = await sql`update mika_session set ended_at = coalesce(ended_at, ${now}), talk = null, waiting_since = null,
        result = coalesce(result, 'givenUp'), state = 'ended'
      where id = ${sessionId}::uuid and employee_id = ${call.caller.uid}::uuid returning id`.execute(tx);
    if (rows.length === 0) throw new Refusal(17038);
    return { sessionId };
  });
}
