import { sql } from 'kysely';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { handleClient, type BoundClientRoute, type ClientCall } from '#kit/server/client/handle-client.ts';
import { notFound, Refusal } from '#kit/server/refusal.ts';
import * as contract from '../../common/client.contract.ts';
import { fileFunctions } from '../../common/words.ts';
import { refusedFile } from '../may-use-file.ts';
import { ask, closed } from '../rule/ask.ts';
import { configOf } from '../rule/config-of.ts';
import { decide } from '../rule/decide.ts';
import { refusalText } from '../rule/decision-words.ts';
import { gather } from '../rule/gather.ts';
import { rolesOf } from '../rule/matches.ts';
import { fileRulesOf } from '../rule/open-rules.ts';
import { readFiles } from '../rule/read-files.ts';
import { readPeople } from '../rule/read-people.ts';
import { markFor, sendContent, sendPreview } from './content.ts';
import { leaseFiles } from './lease.ts';
import { placeOf } from './place.ts';
import { reportEvents, reportPrint } from './reports.ts';
import { issueTicket } from './ticket.ts';

async function policy(call: ClientCall): Promise<ClientReply<typeof contract.clientFilePolicy>> {
  const { db, services, caller } = call;
  const book = await fileRulesOf(services).book();
  const person = (await readPeople(db, [caller.uid], book.crowds)).get(caller.uid);
  const roles = person ? rolesOf(book.roles, person, services.now()) : [];
  const given = new Set(roles.flatMap(({ functions }) => functions));
  const mark = await markFor(call, '{code}');
  return {
    functions: fileFunctions.filter((one) => given.has(one)),
    groups: configOf(roles).groups,
    watermark: mark.text,
    container: { ...book.container },
    offlineHours: { ...book.offlineHours },
    epoch: book.word,
  };
}

async function decideOne(
  call: ClientCall,
  { action, fileId, file, target }: ClientInput<typeof contract.clientFileDecide>,
): Promise<ClientReply<typeof contract.clientFileDecide>> {
  const place = await placeOf(call);
  const what = fileId !== undefined ? { fileId } : file;
  if (!what) throw notFound();
  const asked = { ...place, action, file: what, recipientIds: target?.employeeIds, external: target?.external };
  const { decision, ref } = await ask(call.services, asked, { occasion: 'ask', installId: place.installId });
  const blocked = decision.verdict === 'block';
  return {
    verdict: decision.verdict,
    conditions: decision.conditions,
    code: blocked ? refusedFile : 0,
    text: blocked ? refusalText({ texts: call.services.texts, language: call.caller.language }, decision) : null,
    ref,
  };
}

/** What holds for many files, to draw buttons: nobody acts yet, so nothing is written down. */
async function decideAll(
  call: ClientCall,
  { action, fileIds }: ClientInput<typeof contract.clientFileDecideAll>,
): Promise<ClientReply<typeof contract.clientFileDecideAll>> {
  const { services, db } = call;
  const place = await placeOf(call);
  return closed(services, async () => {
    const book = await fileRulesOf(services).book();
    const list = [];
    for (const fileId of new Set(fileIds)) {
      const gathered = await gather(services, db, book, { ...place, action, file: { fileId } });
      list.push({ fileId, verdict: gathered ? decide(book, book.published, gathered.facts).verdict : ('block' as const) });
    }
    return { list };
  });
}

/** The sender raises the level of an own file; lowering it is for administrators (18251). */
async function raiseLevel(call: ClientCall, { fileId, level }: ClientInput<typeof contract.clientFileLevel>): Promise<{ level: number }> {
  const { services, caller } = call;
  const book = await fileRulesOf(services).book();
  const file = (await readFiles(call.db, [fileId], { defaultLevel: book.defaultLevel, now: services.now() })).get(fileId);
  if (!file || file.owner !== caller.uid) throw notFound();
  const person = (await readPeople(call.db, [caller.uid], book.crowds)).get(caller.uid);
  const may = person && rolesOf(book.roles, person, services.now()).some(({ functions }) => functions.includes('file.setLevel'));
  if (!may) throw new Refusal(refusedFile, { message: services.texts.text(caller.language, 'file-security', 'refused.function'), ref: '' });
  if (level < file.level) throw new Refusal(18251);
  return call.write(async (tx) => {
    await sql`insert into file_mark (file_id, level, at, by) values (${fileId}, ${level}, ${services.now()}, ${caller.uid})
      on conflict (file_id) do update set level = excluded.level, at = excluded.at, by = excluded.by where file_mark.level <= excluded.level`.execute(
      tx,
    );
    return { level };
  });
}

/** What terminals ask about files. */
export const fileClientRoutes: readonly BoundClientRoute[] = [
  handleClient(contract.clientFilePolicy, policy),
  handleClient(contract.clientFileDecide, decideOne),
  handleClient(contract.clientFileDecideAll, decideAll),
  handleClient(contract.clientFileTicket, issueTicket),
  handleClient(contract.clientFileContent, (call, { ticket }) => sendContent(call, ticket)),
  handleClient(contract.clientFilePreview, sendPreview),
  handleClient(contract.clientFileLease, leaseFiles),
  handleClient(contract.clientFilePrinted, reportPrint),
  handleClient(contract.clientFileEvent, reportEvents),
  handleClient(contract.clientFileLevel, raiseLevel),
];
