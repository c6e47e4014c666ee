import { sql } from 'kysely';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { handleClient, sessionOf, type BoundClientRoute, type ClientCall } from '#kit/server/client/handle-client.ts';
import type { Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput, notFound } from '#kit/server/refusal.ts';
import { appByKey } from '#modules/apps/server/public.ts';
import * as contract from '../common/client.contract.ts';
import type { FeedbackFile } from '../common/feedback.contract.ts';
import { keepFile, sendOne, takeFiles, tooMany } from './files.ts';
import { tellOfFeedback } from './notice-mail.ts';
import { addReply } from './reply.ts';
import { writeFeedback } from './write-feedback.ts';

const minuteMillis = 60_000;
const dayMillis = 86_400_000;
const most = { minute: 3, day: 20 } as const;
/** Conversations that a terminal is shown. */
const mostShown = 100;

/** What terminals write about their app, and the answers they read. */
export const feedbackClientRoutes: readonly BoundClientRoute[] = [
  handleClient(contract.clientFileUpload, keepFile),
  handleClient(contract.clientFeedbackAdd, add),
  handleClient(contract.clientFeedbackReply, writeAgain),
  handleClient(contract.clientFeedbackRead, async (call, { id }) => {
    await ownFeedback(call, id);
    const { rows } = await call.write((tx) =>
      sql`update feedback_reply set read_at = ${call.services.now()}
        where feedback_id = ${id}::uuid and not by_employee and read_at is null and withdrawn_at is null returning id`.execute(tx),
    );
    return { count: rows.length };
  }),
  handleClient(contract.clientFeedbackList, conversations),
  handleClient(contract.clientFeedbackFile, async (call, { id, fileId }) => {
    await ownFeedback(call, id);
    return sendOne(call, id, fileId);
  }),
];

/** Who is counted: the person, else the terminal. */
const deviceOf = ({ terminal }: ClientCall): string => terminal.thumbprint ?? terminal.installId;

/** So many messages a minute and a day: of the person, or of a terminal where nobody is signed in. */
async function assertFew(tx: Tx, call: ClientCall): Promise<void> {
  const uid = call.terminal.session?.uid;
  const now = call.services.now();
  await sql`select pg_advisory_xact_lock(hashtextextended(${`feedback ${uid ?? deviceOf(call)}`}, 0))`.execute(tx);
  const own = uid === undefined ? sql`f.employee_id is null and f.device_id = ${deviceOf(call)}` : sql`f.employee_id = ${uid}::uuid`;
  const { rows } = await sql<{ at: number }>`select at from (
      (select f.created_at as at from feedback f where ${own} and f.created_at > ${now - dayMillis})
      union all (select r.at from feedback_reply r join feedback f on f.id = r.feedback_id where ${own} and r.by_employee and r.at > ${now - dayMillis})
    ) as written order by at desc limit ${most.day}`.execute(tx);
  const waits = [
    { at: rows[most.minute - 1]?.at, span: minuteMillis },
    { at: rows[most.day - 1]?.at, span: dayMillis },
  ].flatMap(({ at, span }) => (at === undefined ? [] : [Number(at) + span - now]));
  const wait = Math.max(0, ...waits);
  if (wait > 0) throw tooMany(Math.ceil(wait / 1000));
}

async function add(
  call: ClientCall,
  { kind, text, fileIds, ...told }: ClientInput<typeof contract.clientFeedbackAdd>,
): Promise<{ id: string }> {
  const { terminal, services, db } = call;
  const app = await appByKey(db, terminal.appKey);
  if (!app) throw notFound();
  const uid = terminal.session?.uid ?? null;
  if (uid === null && fileIds.length > 0) throw new InvalidInput([{ path: 'fileIds', namespace: 'app-feedback', key: 'issue.signIn' }]);
  return call.write(async (tx) => {
    await assertFew(tx, call);
    const [id, now] = [newId(), services.now()];
    const files = uid === null ? [] : await takeFiles(tx, { uid, ids: fileIds, now }, id);
    const { platform, buildNo } = terminal;
    const written = { appId: app.id, uid, kind, text, files, platform, buildNo: String(buildNo), deviceId: deviceOf(call), now };
    await writeFeedback(tx, id, { ...told, ...written });
    await tellOfFeedback(tx, services, { appId: app.id, id, now });
    return { id };
  });
}

/** The own conversation about the app that calls; 10404 for every other id. */
async function ownFeedback(call: ClientCall, id: string): Promise<void> {
  const { uid } = sessionOf(call);
  const { rows } = await sql`select from feedback f join app a on a.id = f.app_id
    where f.id = ${id}::uuid and f.employee_id = ${uid}::uuid and lower(a.app_key) = ${call.terminal.appKey.toLowerCase()}`.execute(
    call.db,
  );
  if (rows.length === 0) throw notFound();
}

async function writeAgain(
  call: ClientCall,
  { id, text, fileIds }: ClientInput<typeof contract.clientFeedbackReply>,
): Promise<{ id: string }> {
  const { uid } = sessionOf(call);
  await ownFeedback(call, id);
  return call.write(async (tx) => {
    await assertFew(tx, call);
    const [replyId, now] = [newId(), call.services.now()];
    const files = await takeFiles(tx, { uid, ids: fileIds, now }, id);
    await addReply(tx, { id: replyId, feedbackId: id, byEmployee: true, uid, text, files, at: now });
    await sql`update feedback set state = 'new', version = version + 1, updated_at = ${now} where id = ${id}::uuid`.execute(tx);
    return { id: replyId };
  });
}

interface Row {
  id: string;
  kind: 'fault' | 'wish' | 'question' | 'praise';
  state: 'new' | 'answered' | 'closed';
  text: string;
  files: FeedbackFile[];
  at: number;
  replies: { id: string; byEmployee: boolean; text: string; files: FeedbackFile[]; at: number; readAt: number | null }[];
}

async function conversations(call: ClientCall): Promise<ClientReply<typeof contract.clientFeedbackList>> {
  const { uid } = sessionOf(call);
  const { rows } = await sql<Row>`select f.id, f.kind, f.state, f.text, f.files, f.created_at as at,
      coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'byEmployee', r.by_employee, 'text', r.text, 'files', r.files, 'at', r.at,
        'readAt', r.read_at) order by r.at, r.id) from feedback_reply r
        where r.feedback_id = f.id and r.withdrawn_at is null), '[]') as replies
    from feedback f join app a on a.id = f.app_id
    where f.employee_id = ${uid}::uuid and lower(a.app_key) = ${call.terminal.appKey.toLowerCase()}
    order by f.created_at desc, f.id limit ${mostShown}`.execute(call.db);
  const unread = rows.flatMap(({ replies }) => replies).filter(({ byEmployee, readAt }) => !byEmployee && readAt === null).length;
  return { unread, list: rows.map((row) => ({ ...row, at: Number(row.at) })) };
}
