import type { FileSource } from '#modules/file-security/server/public.ts';
import type { CoreServices } from '#kit/server/services.ts';
import type { SendStep, SendRequest } from '#modules/messaging/server/public.ts';
import { fileKinds, type FileKind } from '../common/words.ts';
import { fileConfigs } from './config.ts';
import { byConfig, byLimits, type FileRequest } from './judge.ts';
import { closedFiles, filesInChats } from './open-files.ts';

const kindOf = (kind: string): FileKind => fileKinds.find((one) => one === kind) ?? 'file';

/** What a request to send asks about its files; undefined where it has none, or is no person's. */
function requested({ sender, target, message, tried }: SendRequest): FileRequest | undefined {
  const [file] = message?.files ?? [];
  if (sender.kind !== 'employee' || !message || !file || target.kind === 'system' || target.kind === 'account') return undefined;
  return {
    uid: sender.id,
    target: { chat: target.kind, peerId: target.peerId, groupId: target.groupId },
    file: { ...file, kind: kindOf(message.kind) },
    place: { platform: sender.platform, address: sender.address },
    tried,
    forwarded: message.forwardOf !== null,
  };
}

/** Network and member limits of the enterprise for files: a step of "may this message be sent?". */
export const fileLimitStep: SendStep = {
  name: 'limits',
  check: async (services, request) => {
    const asked = requested(request);
    const found = asked && (await byLimits(services, asked));
    return found?.refused ? { refused: found.refused } : undefined;
  },
};

/** Types by content, sizes, amounts and quotas, and that the file may still be passed on. */
export const fileSizeStep: SendStep = {
  name: 'size',
  check: async (services, request) => {
    const asked = requested(request);
    if (!asked || !request.message) return undefined;
    const { keepDays, voiceSeconds } = await fileConfigs.now(services);
    const closed = await closedFiles(services.database.db, { fileIds: request.message.fileIds, keepDays, now: services.now() });
    if (closed.length > 0) return { refused: { code: 16044 } };
    const { kind, body } = request.message;
    if (kind === 'voice' && Number(body['seconds']) > voiceSeconds)
      return { refused: { code: 16042, params: { n: `${voiceSeconds} s` }, data: { seconds: voiceSeconds } } };
    const refused = await byConfig(services, asked);
    return refused ? { refused } : undefined;
  },
};

/** Which files a person reaches by a chat, and which nobody reaches any more. */
export function chatFiles(services: CoreServices): {
  source: FileSource;
  closed: (fileIds: readonly string[]) => Promise<readonly string[]>;
} {
  const now = async () => ({ keepDays: (await fileConfigs.now(services)).keepDays, now: services.now() });
  return {
    source: {
      name: 'messaging',
      reached: async (db, uid, fileIds) => filesInChats(db, { uid, fileIds, ...(await now()) }),
    },
    closed: async (fileIds) => closedFiles(services.database.db, { fileIds, ...(await now()) }),
  };
}
