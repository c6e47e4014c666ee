import { sql } from 'kysely';
import { newId } from '#kit/server/ids.ts';
import type { Services } from '#kit/server/services.ts';
import type { LogDirection, LogStatus } from '../../common/company/words.ts';
import './robot.table.ts';

const mostBody = 16 * 1024;

/** A call of a robot that is over, in whichever direction. */
export interface RobotCall {
  readonly robotId: string;
  readonly direction: LogDirection;
  readonly event: string;
  readonly groupId?: string | null;
  readonly status: LogStatus;
  /** The kind of failure; `ok` for none. */
  readonly class: string;
  readonly code?: number;
  readonly ms: number;
  readonly address?: string;
  readonly requestId: string;
  readonly messageId?: string | null;
  /** What came or was sent, and what was answered; sealed, and cut at 16 KiB. */
  readonly body?: string;
  readonly answer?: string;
  readonly replayOf?: string;
}

const placeOf = (id: string, column: 'body' | 'answer') => ({ table: 'robot_log', column, row: id });

/** What stands in a body that opens something: keys in its text never get into the log. */
const secretMember = /("(?:[\w-]*(?:key|token|secret|password|sign|authorization)[\w-]*)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi;
const secretQuery = /([?&](?:key|sign|token|access_token)=)[^&\s"]+/gi;

/** A text with what looks like a secret masked. */
export const maskedText = (text: string): string => text.replaceAll(secretMember, '$1"••••"').replaceAll(secretQuery, '$1••••');

/** An event without what people wrote, which is read inside a case alone, and without what opens it for an answer. */
export function withoutWords(body: string): string {
  return JSON.stringify(JSON.parse(body), (name, value: unknown) => (['text', 'arguments', 'token'].includes(name) ? '••••' : value));
}

const cut = (text: string): string => (text.length > mostBody ? text.slice(0, mostBody) : text);

/** Writes down a call of a robot; answers the id of its line. */
export async function noteCall(
  { database, secrets, now }: Pick<Services, 'database' | 'secrets' | 'now'>,
  call: RobotCall,
): Promise<string> {
  const id = newId();
  const seal = (column: 'body' | 'answer'): string | null => {
    const text = call[column];
    return text === undefined || text === '' ? null : secrets.seal(cut(maskedText(text)), placeOf(id, column));
  };
  await database.db
    .insertInto('robot_log')
    .values({
      id,
      at: now(),
      robot_id: call.robotId,
      direction: call.direction,
      event: call.event.slice(0, 60),
      group_id: call.groupId ?? null,
      status: call.status,
      class: call.class,
      code: call.code ?? 0,
      ms: Math.round(call.ms),
      address: call.address ?? '',
      request_id: call.requestId,
      message_id: call.messageId ?? null,
      bytes: call.body?.length ?? 0,
      body: seal('body'),
      answer: seal('answer'),
      replay_of: call.replayOf ?? null,
    })
    .execute();
  return id;
}

/** A line of the log with what it keeps. */
export interface KeptCall {
  readonly id: string;
  readonly robotId: string;
  readonly direction: LogDirection;
  readonly event: string;
  readonly groupId: string | null;
  readonly body: string;
  readonly answer: string;
}

/** A line of the log of a robot with request and answer, masked; undefined where there is none. */
export async function callOf(
  { database, secrets }: Pick<Services, 'database' | 'secrets'>,
  robotId: string,
  id: string,
): Promise<KeptCall | undefined> {
  const { rows } = await sql<Omit<KeptCall, 'body' | 'answer'> & { body: string | null; answer: string | null }>`select id,
      robot_id as "robotId", direction, event, group_id as "groupId", body, answer from robot_log
    where robot_id = ${robotId}::uuid and id = ${id}::uuid`.execute(database.db);
  const [row] = rows;
  if (!row) return undefined;
  const open = (column: 'body' | 'answer'): string => {
    const sealed = row[column];
    return sealed === null ? '' : secrets.open(sealed, placeOf(id, column));
  };
  return { ...row, body: open('body'), answer: open('answer') };
}
