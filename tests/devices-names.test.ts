import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Calls of devices and file security whose names others rely on: method and paths. */
const named: readonly (readonly [method: string, area: string, verbs: string])[] = [
  ['get', 'device/ip', 'details check group/list group/get group/usedBy'],
  ['post', 'device/ip', 'detail/add detail/update detail/delete detail/enable group/add group/update group/delete'],
  ['get', 'device/safe', 'all search'],
  ['post', 'device/safe', 'add update delete match'],
  ['get', 'user/device', 'list bind/config'],
  ['post', 'user/device', 'bind/update bind/delete bind/config/update unbind/list'],
  ['get', 'user/role', 'device/bind/config group/config/query signUnlockEnabled/config/query unbind/config/query'],
  ['post', 'user/role', 'group/config/update'],
  ['get', 'device/unbind/erase', 'get update'],
  ['get', 'whiteListEnabled/safeDevice', 'get'],
  ['post', 'whiteListEnabled/safeDevice', 'update'],
  ['get', 'gesture', 'config/get'],
  ['post', 'gesture', 'config/update reset'],
  ['get', 'whiteList', 'list get'],
  ['post', 'whiteList', 'add update delete'],
  ['get', 'device/bind/rule', 'list get'],
  ['post', 'device/bind/rule', 'add update delete enable disable reorder assign'],
  ['post', 'device', 'bind/impact lock unlock block unblock signOut message retire enrolCode/add check'],
  ['get', 'device', 'info/list info/get info/posture info/signIns command/list key/list statistics erase/list erase/get'],
  [
    'post',
    'device',
    'info/update info/unmask command/cancel command/retry erase/preview erase/add erase/cancel erase/retry erase/closeByHand',
  ],
  ['get', 'user', 'current'],
  ['post', 'role/mdm', 'list save update getRoleEmpList getRoleDeptList search/roleEmpList getOrgRolePaged'],
  ['get', 'role/mdm', 'search find resources'],
  ['delete', 'role/mdm', 'delete'],
  ['post', 'role/mdm', 'getRoleGroupList assignEmployees assignDepartments assignCrowds saveResources'],
  ['post', 'screenshot', 'query/list export'],
  ['post', 'print', 'query/list export'],
  ['get', 'security/file', 'rule/list rule/get sendUser/list sendUser/get outerNet/get whiteListUser/list whiteListUser/get draft/get'],
  ['post', 'security/file', 'rule/add rule/update rule/delete rule/enable rule/disable rule/reorder rule/copy'],
  ['post', 'security/file', 'sendUser/add sendUser/update sendUser/delete sendUser/enable sendUser/disable outerNet/update'],
  [
    'post',
    'security/file',
    'whiteListUser/add whiteListUser/update whiteListUser/delete draft/discard draft/publish set/restore simulate level',
  ],
  [
    'get',
    'security/file',
    'set/list set/get set/diff decision/list decision/get trail watermark/find encryption/get settings/get test/list',
  ],
  ['post', 'security/file', 'encryption/update encryption/rotate encryption/test settings/update test/delete test/run'],
  ['get', 'terminal', 'session/list policy/get'],
  ['post', 'terminal', 'session/end policy/update'],
];

test('every named call of devices and file security is there by this very method and path', () => {
  const { paths } = JSON.parse(readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8')) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const missing = named.flatMap(([method, area, verbs]) =>
    verbs.split(' ').flatMap((verb) => (paths[`/api/${area}/${verb}`]?.[method] ? [] : [`${method} ${area}/${verb}`])),
  );
  expect(missing).toEqual([]);
});
