import type { House } from '../../../../tests/access/house.ts';
import { nobody, oncePerWorld, type Sample, type TrySample } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';
import { newAccount } from '#modules/public-accounts/testing/made.ts';
import { keywordReply } from '../common/reply/keyword.contract.ts';
import { usualSystem, usualWelcome } from '../common/reply/setting.contract.ts';

let made = 0;
const answers = [{ text: { zh_CN: '好的' } }];
/** What a rule is made of. */
const draft = () => ({ name: `rule-${(made += 1)}`, keywords: [{ text: `word-${made}` }], answers });
/** A rule of an account; answers its id. */
export const newRule = async (house: House, snoId: string): Promise<string> =>
  (await house.boss.call(keywordReply.add, { ...draft(), snoId })).id;

const rules = async (house: House, howMany: number): Promise<string[]> => {
  const snoId = await newAccount(house);
  const ids: string[] = [];
  for (let at = 0; at < howMany; at += 1) ids.push(await newRule(house, snoId));
  return ids;
};
const some: TrySample = async (house) => ({ ids: await rules(house, 1) });

/** Inputs of writes of replies. */
export const replyTries: Readonly<Record<string, TrySample>> = {
  'mpm/reply/keyword/add': async (house) => ({ ...draft(), snoId: await newAccount(house) }),
  'mpm/reply/keyword/update': async (house) => ({ id: (await rules(house, 1))[0], version: 1, name: `rule-${(made += 1)}` }),
  'mpm/reply/keyword/delete': some,
  'mpm/reply/keyword/enable': async (house) => {
    const ids = await rules(house, 1);
    await house.boss.call(keywordReply.disable, { ids });
    return { ids };
  },
  'mpm/reply/keyword/disable': some,
  'mpm/reply/keyword/reorder': async (house) => ({ ids: (await rules(house, 3)).toReversed() }),
};

interface Side {
  readonly snoId: string;
  readonly rule: string;
}
const side = async ({ house }: World, departmentId: string): Promise<Side> => {
  const snoId = await newAccount(house, { departmentId });
  return { snoId, rule: await newRule(house, snoId) };
};
const sides = oncePerWorld(async (world) => ({
  inside: await side(world, world.inside.department.id),
  outside: await side(world, world.outside.department.id),
}));

const ofAccount = (more: Record<string, unknown> = {}): Sample => ({
  refused: async (world) => [(await sides(world)).outside.snoId, nobody].map((snoId) => ({ snoId, ...more })),
});
const ofRule = (more: Record<string, unknown> = {}): Sample => ({
  refused: async (world) => [(await sides(world)).outside.rule, nobody].map((id) => ({ id, ...more })),
});
const ofRules: Sample = {
  refused: async (world) => {
    const { inside, outside } = await sides(world);
    return [[outside.rule], [inside.rule, outside.rule], [nobody]].map((ids) => ({ ids }));
  },
};

/** How calls of replies are asked for what lies outside. */
export const replyRanges: Readonly<Record<string, Sample>> = {
  'mpm/reply/welcome/get': ofAccount(),
  'mpm/reply/welcome/save': ofAccount({ version: 0, document: usualWelcome }),
  'mpm/reply/system/get': ofAccount(),
  'mpm/reply/system/save': ofAccount({ version: 0, document: usualSystem }),
  'mpm/reply/test': {
    refused: async (world) => {
      const { inside, outside } = await sides(world);
      return [
        { snoId: outside.snoId, text: 'x' },
        { snoId: nobody, text: 'x' },
        { snoId: inside.snoId, text: 'x', empId: world.outside.person.id },
        { snoId: inside.snoId, text: 'x', empId: nobody },
      ];
    },
  },
  'mpm/reply/keyword/list': {
    hidden: async (world) => ({ input: { pageSize: 500 }, ids: [(await sides(world)).outside.rule], counted: true }),
  },
  'mpm/reply/keyword/get': ofRule(),
  'mpm/reply/keyword/add': {
    refused: async (world) => {
      const { inside, outside } = await sides(world);
      return [
        { ...draft(), snoId: outside.snoId },
        { ...draft(), snoId: nobody },
        { ...draft(), snoId: inside.snoId, members: [{ kind: 'department', id: world.outside.department.id }] },
      ];
    },
  },
  'mpm/reply/keyword/update': ofRule({ version: 1, name: 'x' }),
  'mpm/reply/keyword/delete': ofRules,
  'mpm/reply/keyword/enable': ofRules,
  'mpm/reply/keyword/disable': ofRules,
  'mpm/reply/keyword/reorder': ofRules,
  'mpm/reply/keyword/export': { free: 'the job reads what the list shows' },
  'mpm/reply/keyword/import': { free: 'every line goes through the rules of a write' },
};
