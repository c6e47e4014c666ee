import { Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import path from 'node:path';
import { sql } from 'kysely';
import type { ClientCall } from '#kit/server/client/handle-client.ts';
import { sessionOf } from '#kit/server/client/handle-client.ts';
import { sendFile } from '#kit/server/files/send-file.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { convertedPage, convertFile } from '#modules/conversion/server/public.ts';
import { configOf } from '../rule/config-of.ts';
import { rolesOf } from '../rule/matches.ts';
import { fileRulesOf } from '../rule/open-rules.ts';
import type { KnownFile } from '../rule/read-files.ts';
import { readPeople } from '../rule/read-people.ts';
import { markPdf, markPicture, pdfPage, shownAs } from '../watermark/draw.ts';
import { markOf, type Mark } from '../watermark/mark.ts';
import { encrypted } from './container.ts';
import { openTicket, type Ticket } from './ticket.ts';

/** How long a session that ended may go on downloading at most. */
const lookMillis = 1_000;

const scratchOf = ({ services }: ClientCall): string => path.join(services.settings.dataDir, 'tmp');
const contentOf = async ({ services }: ClientCall, { hash }: KnownFile): Promise<Buffer> => buffer(await services.files.open(hash));

/** The watermark of who calls, with the code of the ticket's decision. */
export async function markFor(call: ClientCall, ref: string): Promise<Mark> {
  const { db, services, caller } = call;
  const { uid, account, name } = sessionOf(call);
  const book = await fileRulesOf(services).book();
  const person = (await readPeople(db, [uid], book.crowds)).get(uid);
  const now = services.now();
  const { watermark } = configOf(person ? rolesOf(book.roles, person, now) : []).groups;
  const known = (await services.directory.people(db, [uid], caller.language)).get(uid);
  const keys = await services.directory.keysOf(db, uid);
  const [date = '', time = ''] = new Date(now).toISOString().slice(0, 16).split('T');
  const last = (text: string | null | undefined): string => (text ?? '').slice(-4);
  const values = {
    name,
    account,
    employeeNo: last(keys?.employeeNo),
    department: known?.departmentName ?? '',
    mobile: last(keys?.mobile),
    device: call.terminal.installId.slice(0, 8),
    date,
    time: `${date} ${time}Z`,
    address: caller.address,
    code: ref,
  };
  return markOf(watermark, values, caller.language);
}

/** Answers the content under a ticket: as it is (also a range of it), with a watermark, encrypted for the device. */
export async function sendContent(call: ClientCall, text: string): Promise<unknown> {
  const { request, response } = call;
  const { ticket, file } = await openTicket(call, text, request.headers.range !== undefined);
  if (ticket.action === 'preview' || ticket.conditions.readOnly) throw new Refusal(18242);
  await counted(call, ticket, file.size);
  if (!ticket.conditions.watermark && ticket.recipient === null) {
    const { hash, name, size, contentType } = file;
    await sendFile(
      { ...call.services.files, open: async (of, range) => guarded(call, await call.services.files.open(of, range)) },
      { hash, name, size, type: contentType },
      request,
      response,
    );
    return undefined;
  }
  const made = ticket.conditions.watermark
    ? await marked(call, ticket, file)
    : { stream: await call.services.files.open(file.hash), type: file.contentType };
  const stream = guarded(call, 'bytes' in made ? Readable.from([made.bytes]) : made.stream);
  response.header('cache-control', 'private, no-store').header('x-content-type-options', 'nosniff');
  if (ticket.recipient === null) return response.header('content-type', made.type).send(stream);
  return response.header('content-type', 'application/age-encryption').send(await encrypted(stream, ticket.recipient));
}

async function marked(call: ClientCall, { ref }: Ticket, file: KnownFile): Promise<{ bytes: Buffer; type: string }> {
  const shown = shownAs(file.contentType);
  // The condition can't be met: nothing leaves.
  if (!shown) throw unshown('format');
  const [content, mark] = [await contentOf(call, file), await markFor(call, ref)];
  if (shown === 'picture') return markPicture(content, mark);
  return { bytes: await markPdf(content, mark, scratchOf(call)), type: file.contentType };
}

/** Answers a page under a ticket as a picture with the watermark that the ticket asks for. */
export async function sendPreview(
  call: ClientCall,
  { ticket: text, page, width }: { ticket: string; page: number; width: number },
): Promise<unknown> {
  const { response } = call;
  // Pages are turned: the ticket serves again within its time.
  const { ticket, file } = await openTicket(call, text, true);
  const mark = ticket.conditions.watermark || ticket.conditions.readOnly ? await markFor(call, ticket.ref) : null;
  const made = await pageOf(call, file, { page, width, mark });
  await counted(call, ticket, made.bytes.length);
  return response
    .header('content-type', made.type)
    .header('pages', String(made.pages))
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .send(made.bytes);
}

interface Wanted {
  readonly page: number;
  readonly width: number;
  readonly mark: Mark | null;
}

/** A page as a picture: of a picture itself, of a PDF, or of what the converter makes of another document. Never the bytes of the file. */
async function pageOf(
  call: ClientCall,
  file: KnownFile,
  { page, width, mark }: Wanted,
): Promise<{ bytes: Buffer; type: string; pages: number }> {
  const shown = shownAs(file.contentType);
  if (shown === 'picture' && page > 1) throw unshown('noPage');
  if (shown === 'picture') return { ...(await markPicture(await contentOf(call, file), mark, width)), pages: 1 };
  if (shown === 'pdf') return pdfPage(await contentOf(call, file), mark, { page, width, scratch: scratchOf(call) });
  const { services } = call;
  const { id, state, pages } = await convertedOf(call, file);
  if (state === 'waiting' || state === 'running') throw new Refusal(18243, { n: againSeconds }, { seconds: againSeconds });
  if (state !== 'ready') throw unshown('damaged');
  if (page > pages) throw unshown('noPage');
  const { hash } = await convertedPage(services, id, page);
  return { ...(await markPicture(await buffer(await services.files.open(hash)), mark, width)), pages };
}

/** A converter that is still at it is asked again after so long. */
const againSeconds = 3;
const waitMillis = 5_000;

async function convertedOf({ services }: ClientCall, { name, hash }: KnownFile): ReturnType<typeof convertFile> {
  try {
    return await convertFile(services, { name, content: await services.files.open(hash), origin: 'files' }, waitMillis);
  } catch (error) {
    if (error instanceof Refusal && (error.answer === 14060 || error.answer === 14061))
      throw unshown(error.answer === 14061 ? 'noPrograms' : 'format');
    throw error;
  }
}

const unshown = (reason: string): Refusal =>
  new Refusal(18244, { reason: { namespace: 'file-security', key: `unshown.${reason}` } }, { reason });

async function counted({ db }: ClientCall, { hash }: Ticket, bytes: number): Promise<void> {
  await sql`update file_ticket set bytes = coalesce(bytes, 0) + ${bytes} where hash = ${hash}`.execute(db);
}

/** A stream that breaks off soon after the session ended (locked, disabled, signed out). */
function guarded(call: ClientCall, stream: Readable): Readable {
  const { services, db } = call;
  const { id } = sessionOf(call);
  let lookedAt = performance.now();
  const pass = async (piece: Buffer): Promise<Buffer> => {
    if (performance.now() - lookedAt < lookMillis || !services.terminals) return piece;
    lookedAt = performance.now();
    if ((await services.terminals.openAmong(db, [id])).length === 0) throw new Error('The session of a download ended');
    return piece;
  };
  const guard = new Transform({ transform: (piece: Buffer, _encoding, next) => void settle(pass(piece), next) });
  stream.on('error', (error) => guard.destroy(error));
  guard.on('close', () => stream.destroy());
  return stream.pipe(guard);
}

/** Hands what a promise comes to to a callback of streams. */
async function settle(work: Promise<Buffer>, next: (error: Error | null, piece?: Buffer) => void): Promise<void> {
  try {
    const piece = await work;
    next(null, piece);
  } catch (error) {
    next(error instanceof Error ? error : new Error(String(error)));
  }
}
