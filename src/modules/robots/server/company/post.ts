import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { keepMade, keepUpload, takeFile, temporary } from '#kit/server/files/files.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { messagingSettings, postAsRobot, type RobotMessage } from '#modules/messaging/server/public.ts';
import { mrmFunctions } from '../role/mrm-functions.ts';
import type { RobotContent } from './content.ts';
import { isInGroup, type RobotFacts } from './facts.ts';
import { robotSettings } from '../setting/robot-settings.ts';

/** Where a robot writes. */
export type RobotTarget = { readonly groupId: string } | { readonly employeeId: string };

/** What became of it: the message, or a code with what fills its sentence; `wait` in seconds where it was too much. */
export type RobotPosted =
  | { readonly messageId: string; readonly conversationId: string; readonly seq: number }
  | { readonly code: number; readonly params: Readonly<Record<string, unknown>>; readonly wait?: number };

/** A message as it is drawn at terminals. */
export interface DrawnMessage {
  readonly kind: RobotMessage['kind'];
  readonly text: string;
  readonly mentions: readonly string[];
  readonly mentionAll: boolean;
  /** Characters of the whole text where it was cut. */
  readonly cutFrom: number | null;
}

const mostImage = 2 * 1024 * 1024;

/** Members of a group who are called by account, mobile number or id; somebody else is not called. */
async function calledIn(services: Pick<Services, 'directory'>, db: Db, groupId: string, content: RobotContent): Promise<string[]> {
  const { accounts, mobiles, people } = content;
  if (accounts.length + mobiles.length + people.length === 0) return [];
  const found = [
    ...(accounts.length > 0 ? await services.directory.matching(db, 'account', accounts) : []),
    ...(mobiles.length > 0 ? await services.directory.matching(db, 'mobile', mobiles) : []),
  ].map(({ uid }) => uid);
  const { rows } = await sql<{ id: string }>`select employee_id as id from im_group_member where group_id = ${groupId}::uuid
    and employee_id::text = any(${[...new Set([...found, ...people])].slice(0, 200)})`.execute(db);
  return rows.map(({ id }) => id);
}

const cutMark = (shown: number, whole: number): string => `\n… (${shown} / ${whole})`;
const cutRoom = 40;

/** A message as it will be written: cut where it is too long, with the people it calls. All of a group are called by who has the function. */
export async function drawn(services: Services, robot: RobotFacts, to: RobotTarget, content: RobotContent): Promise<DrawnMessage> {
  const { textLimit } = await messagingSettings.now(services);
  const letters = [...content.text];
  const isLong = letters.length > textLimit;
  const kept = textLimit - cutRoom;
  const text = isLong ? `${letters.slice(0, kept).join('')}${cutMark(kept, letters.length)}` : content.text;
  const mentions = 'groupId' in to ? await calledIn(services, services.database.db, to.groupId, content) : [];
  const mayAll = content.all && 'groupId' in to && (await mrmFunctions(services, robot.ownerId)).functions.has('robot.atAll');
  return { kind: content.kind, text, mentions, mentionAll: mayAll, cutFrom: isLong ? letters.length : null };
}

const made = (bytes: Buffer): Readable => Readable.from([bytes]);

const pictureName = (bytes: Buffer): string => (bytes[0] === 0xff ? 'picture.jpg' : 'picture.png');

/** The file that goes along: a picture, or the whole text of a message that was cut. */
async function fileOf(services: Services, robot: RobotFacts, content: RobotContent, message: DrawnMessage): Promise<string | null> {
  const draft = { purpose: 'robot', owner: robot.ownerId, keepMillis: temporary };
  if (content.image) {
    const kept = await keepUpload(services, made(content.image), { ...draft, name: pictureName(content.image), declared: '' }, mostImage);
    return kept.id;
  }
  if (message.cutFrom === null) return null;
  const name = content.kind === 'markdown' ? 'message.md' : 'message.txt';
  return (await keepMade(services, made(Buffer.from(content.text)), { ...draft, name, type: 'text/plain' })).id;
}

/**
 * Writes what came for a robot into a group that it is in, or to a person: cut where it is too long with the whole text as a file behind it, so
 * often a minute (17095), once for each key. What is too much or refused is a code, never thrown.
 */
export async function postFromRobot(
  services: Services,
  robot: RobotFacts,
  request: { readonly to: RobotTarget; readonly content: RobotContent; readonly key: string },
): Promise<RobotPosted> {
  const { to, content, key } = request;
  if (!robot.enabled) return { code: 17092, params: {} };
  const { db } = services.database;
  if ('groupId' in to && !(await isInGroup(db, robot.id, to.groupId))) return { code: 17093, params: {} };
  const [message, limits] = [await drawn(services, robot, to, content), await robotSettings(services, robot.companyDeptId)];
  const fileId = await fileOf(services, robot, content, message);
  const from = {
    robot: { id: robot.id, name: robot.name, avatar: robot.avatar, ...(limits.label && { label: limits.labelText }) },
    to,
    perMinute: Math.min(robot.inRate, limits.rate),
  };
  const { kind, text, mentions, mentionAll } = message;
  const isPicture = kind === 'image' && fileId !== null;
  const sent = await postAsRobot(services, {
    ...from,
    key,
    kind,
    body: isPicture ? { fileId, name: pictureName(content.image!), ...(text !== '' && { caption: text }) } : { text },
    mentions,
    mentionAll,
    fileIds: isPicture ? [fileId] : [],
  });
  if ('refused' in sent) {
    if (sent.wait === undefined) return { code: sent.refused, params: sent.params };
    return { code: 17095, params: { s: sent.wait }, wait: sent.wait };
  }
  // Only what was written keeps its file; what was refused leaves none behind.
  if (fileId !== null) await takeFile(db, fileId);
  if (fileId !== null && !isPicture) {
    const body = { fileId, name: kind === 'markdown' ? 'message.md' : 'message.txt' };
    await postAsRobot(services, { ...from, key: `${key} whole`, kind: 'file', body, fileIds: [fileId], perMinute: from.perMinute + 1 });
  }
  const { messageId, conversationId, seq } = sent;
  return { messageId, conversationId, seq };
}
