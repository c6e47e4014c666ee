import { nobody, oncePerWorld, type Sample } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';
import { newInbox, newMenu } from './make.ts';

const side = async ({ house }: World, department: string) => {
  const one = await newInbox(house, department);
  return { ...one, ...(await newMenu(house, one.snoId)) };
};
type Side = Awaited<ReturnType<typeof side>>;

/** An account with a menu and a fan who wrote to it, on each side. */
const sides = oncePerWorld(async (world) => ({
  inside: await side(world, world.inside.department.id),
  outside: await side(world, world.outside.department.id),
}));

const ofAccount = (more: (one: Side) => Record<string, unknown> = () => ({})): Sample => ({
  refused: async (world) => {
    const { inside, outside } = await sides(world);
    return [{ snoId: outside.snoId, ...more(outside) }, ...[outside.snoId, nobody].map((snoId) => ({ snoId, ...more(inside) }))];
  },
});
/** Also people of another account's conversations. */
const ofConversation = (more: Record<string, unknown> = {}, several = false): Sample => ({
  refused: async (world) => {
    const { inside, outside } = await sides(world);
    const who = (id: string) => (several ? { employeeIds: [id] } : { employeeId: id });
    return [
      { snoId: outside.snoId, ...who(outside.fan), ...more },
      { snoId: inside.snoId, ...who(outside.fan), ...more },
      { snoId: inside.snoId, ...who(nobody), ...more },
      { snoId: nobody, ...who(inside.fan), ...more },
    ];
  },
});
const ofMessage = (more: (one: Side) => Record<string, unknown> = () => ({})): Sample => ({
  refused: async (world) => {
    const { outside } = await sides(world);
    return [outside.messageId, nobody].map((id) => ({ id, ...more(outside) }));
  },
});

/** How calls of menus and the inbox are asked for what lies outside. */
export const inboxRanges: Readonly<Record<string, Sample>> = {
  'mpm/message/conversation/list': ofAccount(),
  'mpm/message/conversation/get': ofConversation(),
  'mpm/message/list': ofConversation(),
  'mpm/message/get': ofMessage(),
  'mpm/message/colleagues': ofAccount(),
  'mpm/message/reply': ofConversation({ text: 'x' }),
  'mpm/message/assign': ofConversation({ assigneeId: null }, true),
  'mpm/message/close': ofConversation({}, true),
  'mpm/message/reopen': ofConversation({}, true),
  'mpm/message/star': ofConversation({ starred: true }, true),
  'mpm/message/note': ofConversation({ text: 'x' }),
  'mpm/message/forward': ofMessage(({ fan }) => ({ empIds: [fan] })),
  'mpm/message/block': ofConversation({}, true),
  'mpm/message/export': ofAccount(() => ({ format: 'csv' })),
  'mpm/menu/get': ofAccount(),
  'mpm/menu/rules': ofAccount(),
  'mpm/menu/history': ofAccount(),
  'mpm/menu/diff': ofAccount(),
  'mpm/menu/stat': ofAccount(),
  'mpm/menu/save': {
    refused: async (world) => {
      const { inside, outside } = await sides(world);
      const named = (kind: string, id: string) => ({ key: 'x', name: { zh_CN: 'x' }, members: [{ kind, id }] });
      return [
        { snoId: outside.snoId, version: outside.version, draft: [] },
        { snoId: nobody, version: 0, draft: [] },
        { snoId: inside.snoId, version: inside.version, draft: [named('department', world.outside.department.id)] },
        { snoId: inside.snoId, version: inside.version, draft: [named('employee', outside.fan)] },
      ];
    },
  },
  'mpm/menu/publish': ofAccount(({ version }) => ({ version })),
  'mpm/menu/withdraw': ofAccount(({ version }) => ({ version })),
  'mpm/menu/restore': ofAccount(({ version, n }) => ({ version, n })),
  'mpm/menu/export': ofAccount(() => ({ format: 'csv' })),
};
