const below = (path: string, verbs: string): string[] => verbs.split(' ').map((verb) => `${path}/${verb}`);
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
  ...below('logs', 'login/client/get seal/get seal/proof stream/get'),
  ...below('logs/clear', 'config/get estimate log/get'),
  ...below('contact', 'whitelist/get viewers trace/get'),
  ...below(
    'mas',
    'interface/view interface/compare interface/cache/get interface/export database/browse sap/browse dubbo/browse case/list usage/list',
  ),
  // The application of the story is on no device.
  'mam/erase/preview',
  // It asks a system beside the product and answers steps and pages.
  'mas/attachSystem/test',
  'job/get',
  'sys/resource/find',
  'change/request/get',
]);
