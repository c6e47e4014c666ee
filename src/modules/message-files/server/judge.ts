import { sql } from 'kysely';
import { platforms, type Platform } from '#kit/common/client/platforms.ts';
import type { Db } from '#kit/server/directory.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { limitsOf } from '#modules/enterprise/server/public.ts';
import type { StepRefusal } from '#modules/messaging/server/public.ts';
import type { deciders, FileConfig, TerminalLimit } from '../common/file-config.contract.ts';
import { mebibyte, typeGroupOf, type ChatKind, type FileKind, type TerminalKind, type TypeGroup } from '../common/words.ts';
import { fileConfigs } from './config.ts';

/** Where a file is to go. */
export interface FileTarget {
  readonly chat: ChatKind;
  readonly peerId: string | null;
  readonly groupId: string | null;
}

/** A file as far as the rules look at it. */
export interface JudgedFile {
  readonly kind: FileKind;
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
}

/** Who wants to send which file where. */
export interface FileRequest {
  readonly uid: string;
  readonly target: FileTarget;
  readonly file: JudgedFile;
  readonly place: { readonly platform: number | null; readonly address: string | null };
  /** Nobody sends: nothing is counted. */
  readonly tried: boolean;
  /** It lies in a chat already and is passed on. */
  readonly forwarded?: boolean;
}

/** What was decided, and by which value. */
export interface FileJudgement {
  readonly refused: StepRefusal | null;
  readonly decider: (typeof deciders)[number];
  readonly typeGroup: TypeGroup;
}

const computers: readonly number[] = [4, 5];
/** What a terminal is for the limits; one of no known platform is held by the limits of phones. */
export const terminalOf = (platform: number | null): TerminalKind => (computers.includes(platform ?? 0) ? 'desktop' : 'mobile');

const rule = (key: string) => ({ namespace: 'message-files', key: `rule.${key}` });
const sizeOf = (limit: TerminalLimit, kind: FileKind): number =>
  kind === 'image' ? limit.maxImage : kind === 'video' ? limit.maxVideo : limit.maxFile;

/** What the settings say of a file: its type by content, its size. */
function bySettings(config: FileConfig, { target, file, place }: FileRequest): Pick<FileJudgement, 'refused' | 'decider'> | undefined {
  const limit = config.limits[target.chat][terminalOf(place.platform)];
  const group = typeGroupOf(file.contentType);
  if (limit.types.includes(group) === (limit.typeMode === 'refuse'))
    return { decider: 'type', refused: { code: 16041, params: { rule: rule(`type.${group}`) }, data: { type: group } } };
  const most = sizeOf(limit, file.kind);
  if (file.size > most * mebibyte)
    return { decider: 'size', refused: { code: 16042, params: { n: `${most} MiB` }, data: { bytes: most * mebibyte } } };
  return undefined;
}

/** How much somebody has sent today, and how much of the storage they and the group fill. */
async function byAmount(
  db: Db,
  config: FileConfig,
  { request, now }: { request: FileRequest; now: number },
): Promise<Pick<FileJudgement, 'refused' | 'decider'> | undefined> {
  const { uid, target, file, place } = request;
  const limit = config.limits[target.chat][terminalOf(place.platform)];
  if (limit.perDayCount > 0 || limit.perDayBytes > 0) {
    const { rows } = await sql<{ n: number; bytes: number }>`select count(*)::int as n, coalesce(sum(f.size), 0)::bigint as bytes
      from im_file f join im_conversation c on c.id = f.conversation_id
      where f.sender_id = ${uid}::uuid and f.sent_at > ${now - 86_400_000} and c.kind = ${target.chat}`.execute(db);
    const { n, bytes } = rows[0]!;
    if (limit.perDayCount > 0 && n >= limit.perDayCount)
      return { decider: 'perDayCount', refused: { code: 16041, params: { rule: rule('perDay') }, data: { count: limit.perDayCount } } };
    if (limit.perDayBytes > 0 && bytes + file.size > limit.perDayBytes * mebibyte)
      return { decider: 'perDayBytes', refused: { code: 16041, params: { rule: rule('perDay') }, data: { bytes: limit.perDayBytes } } };
  }
  const full = async (column: 'sender_id' | 'group_id', id: string, quota: number): Promise<boolean> => {
    const { rows } = await sql<{ bytes: number }>`select coalesce(sum(size), 0)::bigint as bytes from (select distinct on (f.digest) f.size
      from im_file f join im_conversation c on c.id = f.conversation_id where ${sql.ref(column)} = ${id}::uuid and f.state = 'normal') own`.execute(
      db,
    );
    return rows[0]!.bytes + file.size > quota * mebibyte;
  };
  if (config.quotaPerson > 0 && (await full('sender_id', uid, config.quotaPerson)))
    return { decider: 'quotaPerson', refused: { code: 16043, params: { name: rule('person') } } };
  if (config.quotaGroup > 0 && target.groupId !== null && (await full('group_id', target.groupId, config.quotaGroup)))
    return { decider: 'quotaGroup', refused: { code: 16043, params: { name: rule('group') } } };
  return undefined;
}

/** Groups larger than this are not asked pair by pair. */
const mostAsked = 1_000;

/** Network and member limits of the enterprise: from where files are sent, and to whom. */
export async function byLimits(
  services: CoreServices,
  { uid, target, place, tried, forwarded = false }: Omit<FileRequest, 'file'>,
): Promise<Pick<FileJudgement, 'refused' | 'decider'> | undefined> {
  const asked = tried ? limitsOf(services).tried : limitsOf(services);
  const platform: Platform | undefined = platforms.find((one) => one === place.platform);
  if (platform !== undefined && place.address !== null) {
    const here = await asked.file(uid, forwarded ? 'forward' : 'upload', { platform, address: place.address });
    if (!here.allowed)
      return {
        decider: 'network',
        refused: { code: 16012, params: { name: here.rule?.name ?? '' }, ...(here.rule && { rule: here.rule }) },
      };
  }
  const to = await recipients(services.database.db, uid, target);
  if (to.length === 0) return undefined;
  for (const verdict of (await asked.members(uid, to, { action: 'sendFile' })).values())
    if (!verdict.allowed)
      return {
        decider: 'member',
        refused: { code: 16041, params: { rule: rule('member') }, ...(verdict.rule && { rule: verdict.rule }) },
      };
  return undefined;
}

async function recipients(db: Db, uid: string, { peerId, groupId }: FileTarget): Promise<string[]> {
  if (groupId === null) return peerId === null || peerId === uid ? [] : [peerId];
  const { rows } = await sql<{ id: string }>`select m.employee_id as id from im_member m join im_conversation c on c.id = m.conversation_id
    where c.group_id = ${groupId}::uuid and m.left_seq is null and m.employee_id <> ${uid}::uuid limit ${mostAsked}`.execute(db);
  return rows.map(({ id }) => id);
}

/** May this person send such a file there? Asked when it is prepared, when it has arrived, at the send, and by the console. */
export async function judgeFile(services: CoreServices, request: FileRequest): Promise<FileJudgement> {
  const typeGroup = typeGroupOf(request.file.contentType);
  const config = await fileConfigs.now(services);
  const found =
    (await byLimits(services, request)) ??
    bySettings(config, request) ??
    (await byAmount(services.database.db, config, { request, now: services.now() }));
  return { refused: null, decider: 'none', ...found, typeGroup };
}

/** What the settings, quotas and amounts of a day say, without the limits of the enterprise. */
export async function byConfig(services: CoreServices, request: FileRequest): Promise<StepRefusal | null> {
  const config = await fileConfigs.now(services);
  const found = bySettings(config, request) ?? (await byAmount(services.database.db, config, { request, now: services.now() }));
  return found?.refused ?? null;
}
