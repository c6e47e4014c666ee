import { sql } from 'kysely';
import { isInAudience } from '#kit/server/audience/audience.ts';
import { pick, type Language, type LocalDraft } from '#kit/common/language.ts';
import type { Audience } from '#kit/common/audience.ts';
import type { CoreServices, Services } from '#kit/server/services.ts';
import { callInterface } from '#modules/gateway/server/public.ts';
import type { SendRequest, SendStep, Sent } from '#modules/messaging/server/public.ts';
import type { CommandAction, CommandArgument } from '../../../common/company/command.contract.ts';
import type { replyMatches, RobotEvent } from '../../../common/company/words.ts';
import { plainContent } from '../content.ts';
import { robotsOfGroup, type RobotFacts } from '../facts.ts';
import { groupsWithRobots } from '../known.ts';
import { noteCall } from '../log.ts';
import { queueEvent } from '../out/queue.ts';
import { tellAddresses } from '../out/work.ts';
import { postFromRobot } from '../post.ts';
import { argumentsOf, commandLine, filled, usageOf, withoutNames } from './command-line.ts';
import { directory } from '../../directory.ts';

/** Somebody who writes in a group. */
interface Writer {
  readonly uid: string;
  readonly account: string;
  readonly name: string;
  readonly language: Language;
}

/** A message of somebody in a group, as robots hear it. */
interface Heard {
  readonly writer: Writer;
  readonly groupId: string;
  readonly conversationId: string;
  readonly messageId: string;
  readonly seq: number;
  readonly kind: string;
  readonly text: string;
  readonly mentions: readonly string[];
}

interface Command {
  word: string;
  arguments: CommandArgument[];
  does: CommandAction;
  who: Audience;
}

async function commandOf(services: Services, robotId: string, word: string): Promise<Command | undefined> {
  const { rows } = await sql<Command>`select word, arguments, does, who from robot_command where robot_id = ${robotId}::uuid and enabled
    and lower(word) = lower(${word})`.execute(services.database.db);
  return rows[0];
}

/** The robot says something in the group that it heard something in. */
async function says(
  services: Services,
  robot: RobotFacts,
  heard: Heard,
  text: string,
): Promise<{ code: number; messageId: string | null }> {
  const posted = await postFromRobot(services, robot, {
    to: { groupId: heard.groupId },
    content: plainContent(text),
    key: `heard ${heard.messageId}`,
  });
  return 'messageId' in posted ? { code: 0, messageId: posted.messageId } : { code: posted.code, messageId: null };
}

const factsOf = (heard: Heard): Record<string, unknown> => ({
  group: { id: heard.groupId },
  message: { id: heard.messageId, seq: heard.seq, kind: heard.kind, text: heard.text },
  person: { uid: heard.writer.uid, account: heard.writer.account, name: heard.writer.name },
});

/** What a command does, once it is known who asks for what; answers what the robot says, null for nothing. */
async function done(
  services: Services,
  robot: RobotFacts,
  heard: Heard,
  { command, values }: { command: Command; values: Readonly<Record<string, string>> },
): Promise<{ class: string; text: string | null }> {
  const { does, word } = command;
  const inTheirs = (text: LocalDraft): string => pick(text, heard.writer.language);
  if (does.kind === 'text') return { class: 'ok', text: filled(inTheirs(does.text), values) };
  if (does.kind === 'event') {
    const facts = { ...factsOf(heard), command: { word, arguments: values } };
    const isTold = await queueEvent(services.database.db, services, robot, { ...heard, event: 'command', facts });
    return { class: isTold ? 'ok' : 'off', text: null };
  }
  const { uid, account, name } = heard.writer;
  const answer = await callInterface(services, { module: 'robots', employee: { uid, account, name } }, does.path, { params: values });
  if (answer.code !== 0) return { class: answer.class, text: inTheirs(does.failure) };
  return { class: 'ok', text: filled(inTheirs(does.answer), answer.data) || inTheirs(does.failure) };
}

/** Runs a command where the robot has it and the person may; false where it is none of the robot's. */
async function runCommand(services: Services, robot: RobotFacts, heard: Heard): Promise<boolean> {
  const line = commandLine(heard.text);
  const command = line && (await commandOf(services, robot.id, line.word));
  if (!line || !command) return false;
  const started = performance.now();
  const { language, uid } = heard.writer;
  const word = (key: 'talk.notAllowed' | 'talk.usage', params: Record<string, string>): string =>
    services.texts.text(language, 'robots', key, params);
  const mayUse = await isInAudience(services.database.db, directory, command.who, uid);
  const given = argumentsOf(command.arguments, line.rest);
  const outcome = !mayUse
    ? { class: 'notAllowed', text: word('talk.notAllowed', { word: command.word }) }
    : 'wrong' in given
      ? {
          class: 'usage',
          text: word('talk.usage', { usage: usageOf(command.word, command.arguments, ({ label }) => pick(label, language)) }),
        }
      : await done(services, robot, heard, { command, values: given.values });
  const said =
    outcome.text === null || outcome.text === '' ? { code: 0, messageId: null } : await says(services, robot, heard, outcome.text);
  await noteCall(services, {
    robotId: robot.id,
    direction: 'command',
    event: command.word,
    groupId: heard.groupId,
    status: outcome.class === 'ok' ? 'done' : ['notAllowed', 'usage', 'off'].includes(outcome.class) ? 'refused' : 'failed',
    class: outcome.class,
    code: said.code,
    ms: performance.now() - started,
    requestId: heard.messageId,
    messageId: said.messageId,
  });
  return true;
}

interface Reply {
  id: string;
  match: (typeof replyMatches)[number];
  words: string;
  answer: LocalDraft;
  cooldown: number;
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase().trim();

const matches = ({ match, words }: Reply, text: string): boolean => {
  const [looked, all] = [folded(words), folded(text)];
  return match === 'exact' ? all === looked : match === 'startsWith' ? all.startsWith(looked) : all.includes(looked);
};

/** Takes the turn of a reply in a group; false while it is silent there. Holds over all processes. */
async function takesTurn(services: Services, reply: Reply, groupId: string): Promise<boolean> {
  if (reply.cooldown === 0) return true;
  const now = services.now();
  const { rows } = await sql`insert into robot_cooldown as c (reply_id, group_id, at) values (${reply.id}::uuid, ${groupId}::uuid, ${now})
    on conflict (reply_id, group_id) do update set at = ${now} where c.at <= ${now - reply.cooldown * 1000} returning at`.execute(
    services.database.db,
  );
  return rows.length > 0;
}

/** Answers by the first keyword that fits. */
async function reply(services: Services, robot: RobotFacts, heard: Heard): Promise<void> {
  const { rows } =
    await sql<Reply>`select id, match, words, answer, cooldown from robot_reply where robot_id = ${robot.id}::uuid and enabled
    order by place, id`.execute(services.database.db);
  const text = withoutNames(heard.text);
  const found = rows.find((one) => matches(one, text));
  if (!found || !(await takesTurn(services, found, heard.groupId))) return;
  const started = performance.now();
  const said = await says(services, robot, heard, pick(found.answer, heard.writer.language));
  await noteCall(services, {
    robotId: robot.id,
    direction: 'reply',
    event: found.id,
    groupId: heard.groupId,
    status: said.code === 0 ? 'done' : 'refused',
    class: said.code === 0 ? 'ok' : 'refused',
    code: said.code,
    ms: performance.now() - started,
    requestId: heard.messageId,
    messageId: said.messageId,
  });
}

/** One robot hears a message: what names it and, where it may read everything, the rest. */
async function hear(services: Services, robot: RobotFacts, heard: Heard): Promise<void> {
  const isNamed = heard.mentions.includes(robot.id);
  const isCommand = commandLine(heard.text) !== undefined;
  if (!isNamed && !robot.readsAll && !isCommand) return;
  if (!(await isInAudience(services.database.db, directory, robot.audience, heard.writer.uid))) return;
  const event: RobotEvent = isNamed ? 'mention' : 'message';
  // A command without a name is heard as such, and as nothing else by who does not read everything.
  if (isCommand && (isNamed || heard.mentions.length === 0) && (await runCommand(services, robot, heard))) return;
  if (!isNamed && !robot.readsAll) return;
  await reply(services, robot, heard);
  await queueEvent(services.database.db, services, robot, { ...heard, event, facts: factsOf(heard) });
}

/** All robots of a group hear what somebody wrote; what goes wrong with one is nothing to the others, nor to who wrote. */
async function hearAll(services: Services, heard: Omit<Heard, 'writer'>, uid: string): Promise<void> {
  const { db } = services.database;
  const robots = await robotsOfGroup(db, heard.groupId);
  if (robots.length === 0) return;
  const person = await services.directory.byUid(db, uid);
  if (!person) return;
  const writer = { uid, account: person.account, name: person.name, language: person.language ?? 'zh_CN' };
  for (const robot of robots)
    await hear(services, robot, { ...heard, writer }).catch((error: unknown) =>
      services.log.error({ err: error, robot: robot.code }, 'A robot could not hear a message'),
    );
  await tellAddresses(services);
}

/** What robots hear: messages of people in their groups, never those of other robots or of themselves. */
export const robotEars = (services: Services): SendStep => ({
  name: 'group',
  check: async () => undefined,
  done: async (_core: CoreServices, { sender, target, message }: SendRequest, sent: Sent) => {
    const { groupId } = target;
    if (sender.kind !== 'employee' || groupId === null || !message) return;
    if (!(await groupsWithRobots(services).now()).has(groupId)) return;
    const heard = {
      groupId,
      conversationId: sent.conversationId,
      messageId: sent.messageId,
      seq: sent.seq,
      kind: message.kind,
      text: message.text,
      mentions: message.mentions,
    };
    // Whoever wrote does not wait for robots.
    void hearAll(services, heard, sender.id).catch((error: unknown) =>
      services.log.error({ err: error }, 'Robots could not hear a message'),
    );
  },
});
