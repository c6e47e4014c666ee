import { sql } from 'kysely';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { handleClient, type BoundClientRoute, type ClientCall } from '#kit/server/client/handle-client.ts';
import type { Db } from '#kit/server/directory.ts';
import { keepUpload, temporary } from '#kit/server/files/files.ts';
import { appendUpload, beginUpload, openUpload, uploadState } from '#kit/server/files/resumable.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput, notFound, Refusal } from '#kit/server/refusal.ts';
import { typeByName } from '#platform/files/type-agreement.ts';
import * as contract from '../../common/client.contract.ts';
import type { TerminalLimit } from '../../common/file-config.contract.ts';
import { mebibyte, type FileKind } from '../../common/words.ts';
import { fileConfigs } from '../config.ts';
import { judgeFile, terminalOf, type FileTarget, type JudgedFile } from '../judge.ts';
import { closedFiles, filesInChats } from '../open-files.ts';

/** What terminals ask about files in chats. */
export const fileClientRoutes: readonly BoundClientRoute[] = [
  handleClient(contract.clientFileConfig, config),
  handleClient(contract.clientFilePrepare, prepare),
  handleClient(contract.clientFilePart, async ({ services, caller }, { uploadId, offset, data }) => ({
    offset: await appendUpload(services, caller.uid, { id: uploadId, offset, bytes: Buffer.from(data, 'base64') }),
  })),
  handleClient(contract.clientFileOffset, async ({ services, caller }, { uploadId }) => uploadState(services, caller.uid, uploadId)),
  handleClient(contract.clientFileComplete, complete),
];

async function config({ services, terminal }: ClientCall): Promise<ClientReply<typeof contract.clientFileConfig>> {
  const { limits, resumableAbove, imageQuality, imageEdge, keepOriginal, voiceSeconds, previewOn } = await fileConfigs.now(services);
  const shown = ({ maxImage, maxVideo, maxFile, typeMode, types }: TerminalLimit) => ({
    maxImage: maxImage * mebibyte,
    maxVideo: maxVideo * mebibyte,
    maxFile: maxFile * mebibyte,
    typeMode,
    types,
  });
  const here = terminalOf(terminal.platform);
  return {
    single: shown(limits.single[here]),
    group: shown(limits.group[here]),
    imageQuality,
    imageEdge,
    keepOriginal,
    voiceSeconds,
    previewOn,
    resumableAbove: resumableAbove * mebibyte,
    partBytes: contract.partBytes,
  };
}

interface Place {
  readonly conversationId: string | null;
  readonly peerId: string | null;
}

/** Where a file is to go: a chat that the person is in, or one that would begin. */
async function targetOf(db: Db, uid: string, { conversationId, peerId }: Place): Promise<FileTarget> {
  if (conversationId === null) {
    if (peerId === null) throw new InvalidInput([{ path: 'conversationId', namespace: 'message-files', key: 'check.one' }]);
    return { chat: 'single', peerId, groupId: null };
  }
  const { rows } = await sql<{ kind: string; groupId: string | null; one: string; other: string }>`select c.kind, c.group_id as "groupId",
      c.one_id as one, c.other_id as other from im_conversation c join im_member m on m.conversation_id = c.id and m.employee_id = ${uid}::uuid
      and m.left_seq is null where c.id = ${conversationId}::uuid and c.kind in ('single', 'group')`.execute(db);
  const [found] = rows;
  if (!found) throw new Refusal(16003);
  if (found.kind === 'group') return { chat: 'group', peerId: null, groupId: found.groupId };
  return { chat: 'single', peerId: found.one === uid ? found.other : found.one, groupId: null };
}

/** Refuses what may not be sent there; asked before the bytes come, and again by what came. */
async function assertMay({ services, caller, terminal, db }: ClientCall, to: Place, file: JudgedFile): Promise<void> {
  const target = await targetOf(db, caller.uid, to);
  const place = { platform: terminal.platform, address: caller.address || null };
  const { refused } = await judgeFile(services, { uid: caller.uid, target, file, place, tried: false });
  if (refused) throw new Refusal(refused.code, refused.params ?? {}, refused.data ?? null);
}

async function prepare(
  call: ClientCall,
  input: ClientInput<typeof contract.clientFilePrepare>,
): Promise<ClientReply<typeof contract.clientFilePrepare>> {
  const { services, caller } = call;
  const { name, size, digest, kind } = input;
  const to = { conversationId: input.conversationId ?? null, peerId: input.peerId ?? null };
  const contentType = typeByName(name);
  // What has no type that is known would not be taken.
  if (contentType === undefined) throw new InvalidInput([{ path: 'name', namespace: 'kit', key: 'file.name', params: { found: '' } }]);
  await assertMay(call, to, { kind, name, size, contentType });
  const there = await ownCopy(call, { name, digest, size });
  if (there !== null) return { fileId: there, uploadId: null, partBytes: contract.partBytes };
  const uploadId = await beginUpload(services, caller.uid, size);
  await sql`insert into im_file_upload (id, employee_id, conversation_id, peer_id, kind, name, size, digest, created_at)
    values (${uploadId}, ${caller.uid}::uuid, ${to.conversationId}::uuid, ${to.peerId}::uuid, ${kind}, ${name}, ${size}, ${digest},
      ${services.now()})`.execute(call.db);
  return { fileId: null, uploadId, partBytes: contract.partBytes };
}

/** A file of the person's own of content that they reach already; null where they reach none: that it lies elsewhere is told to nobody. */
async function ownCopy(call: ClientCall, request: { name: string; digest: string; size: number }): Promise<string | null> {
  const { services, caller, db } = call;
  const now = services.now();
  const { rows } = await sql<{ id: string; owner: string; type: string }>`select id, owner, type from file where hash = ${request.digest}
    and size = ${request.size} and (expires_at is null or expires_at > ${now + 60_000}) order by id limit 200`.execute(db);
  if (rows.length === 0) return null;
  const { keepDays } = await fileConfigs.now(services);
  const fileIds = rows.map(({ id }) => id);
  const [reached, closed] = [
    new Set(await filesInChats(db, { uid: caller.uid, fileIds, keepDays, now })),
    await closedFiles(db, { fileIds, keepDays, now }),
  ];
  const found = rows.find(({ id, owner }) => (owner === caller.uid || reached.has(id)) && !closed.includes(id));
  // The name must promise what the content is.
  if (!found || typeByName(request.name) !== found.type) return null;
  const id = newId();
  await sql`insert into file (id, hash, name, type, size, purpose, owner, created_at, expires_at)
    select ${id}::uuid, hash, ${request.name}, type, size, 'message', ${caller.uid}, ${now}, ${now + temporary} from file
    where id = ${found.id}::uuid`.execute(db);
  return id;
}

interface Upload extends Place {
  readonly kind: FileKind;
  readonly name: string;
  readonly size: number;
  readonly digest: string;
}

async function complete(
  call: ClientCall,
  { uploadId }: ClientInput<typeof contract.clientFileComplete>,
): Promise<ClientReply<typeof contract.clientFileComplete>> {
  const { services, caller, db } = call;
  const { rows } = await sql<Upload>`select conversation_id as "conversationId", peer_id as "peerId", kind, name, size, digest
    from im_file_upload where id = ${uploadId} and employee_id = ${caller.uid}::uuid`.execute(db);
  const [request] = rows;
  if (!request) throw notFound();
  const arrived = await openUpload(services, caller.uid, uploadId);
  const draft = { name: request.name, declared: '', purpose: 'message', owner: caller.uid, keepMillis: temporary };
  const file = await keepUpload(services, arrived.stream, draft, request.size);
  await arrived.forget();
  await sql`delete from im_file_upload where id = ${uploadId}`.execute(db);
  try {
    if (file.hash !== request.digest) throw new InvalidInput([{ path: 'digest', namespace: 'message-files', key: 'issue.digest' }]);
    const { keepDays } = await fileConfigs.now(services);
    if ((await closedFiles(db, { fileIds: [file.id], keepDays, now: services.now() })).length > 0) throw new Refusal(16044);
    await assertMay(call, request, { kind: request.kind, name: file.name, size: file.size, contentType: file.type });
  } catch (error) {
    await sql`update file set expires_at = ${services.now()} where id = ${file.id}::uuid`.execute(db);
    throw error;
  }
  return { fileId: file.id, name: file.name, contentType: file.type, size: file.size };
}
