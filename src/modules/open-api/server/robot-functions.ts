import type { Services } from '#kit/server/services.ts';
import { replyAsRobot, sendAsRobot } from '#modules/robots/server/public.ts';
import type { OpenCode } from '../common/open-api.contract.ts';
import { departmentInGrant } from './messaging-functions.ts';
import {
  activeIn,
  idsIn,
  invalid,
  text,
  type GrantRange,
  type OpenAnswer,
  type OpenBy,
  type OpenFunction,
  type OpenInput,
} from './open-function.ts';

const [mostTargets, mostOutId] = [100, 100];

/** An answer of the robots in the form of every function. */
function answered(done: Awaited<ReturnType<typeof sendAsRobot>>, path: string): OpenAnswer {
  if (done === undefined) return invalid(path);
  return 'code' in done ? { code: done.code, data: null, params: done.params } : { code: 0, data: done };
}

async function send(services: Services, range: GrantRange, input: OpenInput, { systemId, tried }: OpenBy): Promise<OpenAnswer> {
  const [robot, outId] = [text(input['robot']), text(input['outId'])];
  if (robot === '') return invalid('robot');
  if (outId === '' || outId.length > mostOutId) return invalid('outId');
  const [groupIds, people] = [idsIn(input['groupIds'], mostTargets), idsIn(input['employeeIds'], mostTargets)];
  if (!groupIds) return invalid('groupIds');
  if (!people) return invalid('employeeIds');
  const employeeIds = await activeIn(services, range, people);
  if (groupIds.length + people.length === 0) return invalid('groupIds');
  const by = { systemId, tried, inside: departmentInGrant(range) };
  return answered(await sendAsRobot(services, { robot, outId, groupIds, employeeIds, message: input['message'] }, by), 'robot');
}

async function reply(services: Services, range: GrantRange, input: OpenInput, { systemId, tried }: OpenBy): Promise<OpenAnswer> {
  const by = { systemId, tried, inside: departmentInGrant(range) };
  return answered(await replyAsRobot(services, { token: text(input['token']), message: input['message'] }, by), 'token');
}

const field = (name: string, type: string, required = false) => ({ name, type, required });

/** What is offered of robots: writing as one, and answering what one was told of. */
export const robotFunctions: Readonly<Record<Extract<OpenCode, `robot/${string}`>, OpenFunction>> = {
  'robot/send': {
    interfaceId: '00000000-0000-7000-8000-000000a00021',
    risk: 'push',
    ranged: true,
    input: [
      field('robot', 'text', true),
      field('outId', 'text', true),
      field('message', 'object', true),
      ...['groupIds', 'employeeIds'].map((name) => field(name, 'text[]')),
    ],
    run: send,
  },
  'robot/reply': {
    interfaceId: '00000000-0000-7000-8000-000000a00022',
    risk: 'push',
    ranged: true,
    input: [field('token', 'text', true), field('message', 'object', true)],
    run: reply,
  },
};
