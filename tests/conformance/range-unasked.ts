const below = (path: string, verbs: string): string[] => verbs.split(' ').map((verb) => `${path}/${verb}`);
const roleReads = 'getRoleGroupList getRoleEmpList getRoleDeptList find resources exportMembers';

/**
 * Reads of areas of whose objects none stands in the story yet: what lies outside is asked for by its id in range-*.ts and
 * roles-outside.test.ts, but no text of theirs is searched.
 */
const notInTheStory: readonly string[] = [
  ...['role/mdm', 'role/imm', 'role/mam', 'role/widget'].flatMap((path) => below(path, roleReads)),
  'role/mam/explain',
  ...below('user/role', 'group/config/query signUnlockEnabled/config/query unbind/config/query device/bind/config'),
  ...below('security/file', 'simulate decision/get'),
  ...below(
    'im',
    'word/version/compare send/check send/refusal message/read message/recall/preview message/recall/get report/get card/actions',
  ),
  'mas/attachSystem/test',
  ...below(
    'mam',
    'package/parse version/history version/force/preview rollout/get limitUser/list limitUser/explain versionWidget/list link/list',
  ),
  ...below('mam', 'advert/setting/get tag/list tag/preview cert/push/check cert/main/check cert/profile/check'),
  ...below('device', 'command/list check'),
];

/** What nothing can be asked of: it is the whole site's and refused, or there is nothing of it in this world. */
export const unasked: ReadonlySet<string> = new Set([
  ...below('sys/server', 'list get usedBy platforms overview nodes'),
  ...below('sys/license', 'get usage history preview noticePerson usage/export'),
  ...below('sys/warning', 'rule/list rule/get rule/replay silence/list mine'),
  ...below('sys/noticePerson', 'list get'),
  ...below('config', 'area/list area/drift bundle/list bundle/get plan/list plan/get plan/items export'),
  ...below('im', 'encryption/get encryption/keys encryption/export nav/query submitPhone/get submitPhone/gateway/get'),
  // Answers of numbers and words alone, which name nobody.
  ...below('im', 'fileConfig/check address/resolve'),
  ...below('muc', 'setting/get dept/move/preview dept/merge/preview picture/batchGet employee/rehire/offer'),
  ...below('muc/source', 'mapping/suggest mapping/try token/list'),
  ...below('logs', 'login/client/get seal/get seal/proof stream/get archive/get archive/changes'),
  ...below('logs/clear', 'config/get estimate log/get'),
  ...below('contact', 'whitelist/get viewers trace/get'),
  ...below('mas', 'interface/view interface/compare interface/cache/get interface/export database/browse sap/browse dubbo/browse'),
  'job/get',
  'sys/resource/find',
  'change/request/get',
  ...notInTheStory,
]);
