import type { House } from '../../../../tests/access/house.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';
import {
  deletedByIds,
  nobody,
  oncePerWorld,
  sharedPlaces,
  type ModuleSamples,
  type Sample,
  type TrySample,
  type Values,
} from '../../../../tests/conformance/samples.ts';
import { group } from '#modules/groups/common/group.contract.ts';
import { ordinaryTypeId } from '#modules/groups/testing/tries.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { robotCommand } from '../common/company/command.contract.ts';
import { robotReply } from '../common/company/reply.contract.ts';
import { robot, robotGroupAdd } from '../common/company/robot.contract.ts';

let made = 0;
const word = (): string => `robot-${(made += 1)}`;

interface Home {
  readonly companyDeptId: string;
  readonly ownerId: string;
}

const draft = ({ companyDeptId, ownerId }: Home) => ({ name: { zh_CN: word() }, code: word(), companyDeptId, ownerId });
const atRoot = async (house: House): Promise<Home> => ({ companyDeptId: rootDepartmentId, ownerId: await house.person() });

/** A robot of the company; answers its id. */
const newRobot = async (house: House, more: Values = {}, home?: Home): Promise<string> =>
  (await house.boss.call(robot.add, { ...draft(home ?? (await atRoot(house))), ...more })).id;

const newGroup = async (house: House, home?: Home): Promise<string> => {
  const { companyDeptId, ownerId } = home ?? (await atRoot(house));
  return (await house.boss.call(group.add, { name: word(), typeId: ordinaryTypeId, ownerId, ownerDeptId: companyDeptId })).id;
};

const commandDraft = (robotId: string) => ({ robotId, word: word(), does: { kind: 'text' as const, text: { zh_CN: 'ok' } } });
const replyDraft = (robotId: string) => ({ robotId, words: word(), answer: { zh_CN: 'ok' } });
const newCommand = async (house: House, robotId: string): Promise<string> =>
  (await house.boss.call(robotCommand.add, commandDraft(robotId))).id;
const newReply = async (house: House, robotId: string): Promise<string> => (await house.boss.call(robotReply.add, replyDraft(robotId))).id;

type Make = (house: House) => Promise<string>;
const commandOf: Make = async (house) => newCommand(house, await newRobot(house));
const replyOf: Make = async (house) => newReply(house, await newRobot(house));

const oneOf =
  (make: Make, more: () => Values = () => ({})): TrySample =>
  async (house) => ({ ids: [await make(house)], ...more() });

/** Verbs of what belongs to a robot. */
const partTries = (path: string, make: Make, add: (robotId: string) => Values, change: () => Values): Record<string, TrySample> => ({
  [`${path}/add`]: async (house) => add(await newRobot(house)),
  [`${path}/update`]: async (house) => ({ id: await make(house), version: 1, ...change() }),
  [`${path}/delete`]: oneOf(make),
  [`${path}/disable`]: oneOf(make),
  [`${path}/enable`]: async (house) => {
    const ids = [await make(house)];
    const entity = path.endsWith('command') ? robotCommand : robotReply;
    await house.boss.call(entity.disable, { ids });
    return { ids };
  },
});

const tries: Readonly<Record<string, TrySample>> = {
  'robot/company/add': async (house) => draft(await atRoot(house)),
  'robot/company/update': async (house) => ({ id: await newRobot(house), version: 1, name: { zh_CN: word() } }),
  'robot/company/copy': async (house) => ({ id: await newRobot(house), code: word() }),
  'robot/company/delete': oneOf(newRobot),
  'robot/company/disable': oneOf(newRobot),
  'robot/company/enable': async (house) => {
    const ids = [await newRobot(house)];
    await house.boss.call(robot.disable, { ids });
    return { ids };
  },
  'robot/company/approve': oneOf((house) => newRobot(house, { reads: 'all' })),
  'robot/company/reject': oneOf((house) => newRobot(house, { reads: 'all' })),
  'robot/company/transfer': async (house) => ({ ids: [await newRobot(house)], ownerId: await house.person() }),
  ...partTries('robot/command', commandOf, commandDraft, () => ({ word: word() })),
  ...partTries('robot/reply', replyOf, replyDraft, () => ({ words: word() })),
  'robot/reply/reorder': async (house) => {
    const robotId = await newRobot(house);
    return { ids: [await newReply(house, robotId), await newReply(house, robotId)].toReversed() };
  },
};

interface Side {
  readonly home: Home;
  readonly robotId: string;
  readonly groupId: string;
  readonly command: string;
  readonly reply: string;
}

async function side({ house }: World, { department, person }: World['inside']): Promise<Side> {
  const home = { companyDeptId: department.id, ownerId: person.id };
  const robotId = await newRobot(house, {}, home);
  const groupId = await newGroup(house, home);
  await house.boss.call(robotGroupAdd, { robotId, groupIds: [groupId] });
  return { home, robotId, groupId, command: await newCommand(house, robotId), reply: await newReply(house, robotId) };
}
const sides = oncePerWorld(async (world) => ({ inside: await side(world, world.inside), outside: await side(world, world.outside) }));

const ofRobot = (name: string, more: Values = {}): Sample => ({
  refused: async (world) => [(await sides(world)).outside.robotId, nobody].map((id) => ({ [name]: id, ...more })),
});
const ofRobots = (more: (world: World) => Values = () => ({})): Sample => ({
  refused: async (world) => {
    const { inside, outside } = await sides(world);
    return [[outside.robotId], [inside.robotId, outside.robotId], [nobody]].map((ids) => ({ ids, ...more(world) }));
  },
});
const ofGroups: Sample = {
  refused: async (world) => {
    const { inside, outside } = await sides(world);
    return [
      { robotId: outside.robotId, groupIds: [inside.groupId] },
      { robotId: inside.robotId, groupIds: [outside.groupId] },
      { robotId: inside.robotId, groupIds: [nobody] },
      { robotId: nobody, groupIds: [inside.groupId] },
    ];
  },
};

/** Verbs of what belongs to a robot, for what lies outside. */
function partRanges(path: string, name: 'command' | 'reply', add: (robotId: string) => Values, change: Values): Record<string, Sample> {
  const many: Sample = {
    refused: async (world) => {
      const { inside, outside } = await sides(world);
      return [[outside[name]], [inside[name], outside[name]], [nobody]].map((ids) => ({ ids }));
    },
  };
  const one = (more: Values = {}): Sample => ({
    refused: async (world) => [(await sides(world)).outside[name], nobody].map((id) => ({ id, ...more })),
  });
  return {
    [`${path}/list`]: { hidden: async (world) => ({ input: { pageSize: 500 }, ids: [(await sides(world)).outside[name]], counted: true }) },
    [`${path}/get`]: one(),
    [`${path}/add`]: { refused: async (world) => [(await sides(world)).outside.robotId, nobody].map(add) },
    [`${path}/update`]: one({ version: 1, ...change }),
    ...Object.fromEntries(['delete', 'enable', 'disable'].map((verb) => [`${path}/${verb}`, many])),
    ...(name === 'reply' && { [`${path}/reorder`]: many }),
  };
}

const ranges: Readonly<Record<string, Sample>> = {
  'robot/company/approve': ofRobots(),
  'robot/company/reject': ofRobots(),
  'robot/company/transfer': {
    refused: async (world) => {
      const { inside, outside } = await sides(world);
      return [
        { ids: [outside.robotId], ownerId: inside.home.ownerId },
        { ids: [inside.robotId], ownerId: outside.home.ownerId },
        { ids: [nobody], ownerId: inside.home.ownerId },
      ];
    },
  },
  'robot/company/secret': ofRobot('id', { which: 'token' }),
  'robot/company/log': ofRobot('id'),
  'robot/company/logEntry': ofRobot('id', { logId: nobody }),
  'robot/company/statistics': ofRobot('id'),
  'robot/company/test': ofRobot('id', { direction: 'in', body: '{}' }),
  'robot/company/replay': ofRobot('id', { logId: nobody }),
  'robot/group/list': ofRobot('robotId'),
  'robot/group/choice': {
    hidden: async (world) => ({ input: { pageSize: 100 }, ids: [(await sides(world)).outside.groupId] }),
  },
  'robot/group/add': ofGroups,
  'robot/group/remove': ofGroups,
  ...partRanges('robot/command', 'command', commandDraft, { word: 'x' }),
  ...partRanges('robot/reply', 'reply', replyDraft, { words: 'x' }),
};

/** Samples of company robots. */
export const companySamples = {
  tries,
  ranges,
  restores: {
    robotCommand: deletedByIds('robot/command/delete', commandOf),
    robotReply: deletedByIds('robot/reply/delete', replyOf),
  },
  orders: {
    robotReply: {
      add: { path: 'robot/reply/add' },
      reorder: { path: 'robot/reply/reorder' },
      shared: sharedPlaces('robot_reply', 'place', 'robot_id'),
    },
  },
  further: (_story: unknown, idsOf: (noun: string) => readonly string[]): Record<string, readonly Values[]> => {
    const robots = idsOf('robot/company');
    return {
      ...Object.fromEntries(['log', 'statistics'].map((verb) => [`robot/company/${verb}`, robots.map((id) => ({ id }))])),
      'robot/group/list': robots.map((robotId) => ({ robotId })),
      'robot/group/choice': [{ pageSize: 100 }],
      'robot/schedule/next': robots.map((robotId) => ({ robotId, cron: '0 9 * * *', zone: 'UTC' })),
    };
  },
  // The story has no calls of robots.
  unasked: ['robot/company/logEntry'],
} satisfies ModuleSamples;
