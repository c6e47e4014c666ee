import { builtinAdminUid } from '../../src/kit/server/caller.ts';
import { belongsSave, specialUser } from '../../src/modules/contacts/common/special.contract.ts';
import { reportSave } from '../../src/modules/logs/common/saved/report.contract.ts';
import { searchSave } from '../../src/modules/logs/common/saved/search.contract.ts';
import { extraAdd } from '../../src/modules/people/common/extra/extra.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { settingGet, settingUpdate } from '../../src/modules/people/common/setting.contract.ts';
import { sourceAdd } from '../../src/modules/people-sources/common/source.contract.ts';
import { noticePersonAdd } from '../../src/modules/warnings/common/notice-person.contract.ts';
import type { ConfigProduct } from '../config-product.ts';

/** What is set about people, fields of theirs, sources that fill them, special users, and what was saved of the logs. */
export async function fillPeople(full: ConfigProduct): Promise<void> {
  const { id: uid } = full.product.powerless;
  const { version } = await full.call(settingGet, {});
  await full.call(settingUpdate, { version, mobileRepeats: true, recycleDays: 45, maskedFields: ['mobile'], timeZone: 'Asia/Tokyo' });
  const levels = ['P1', 'P2'].map((value) => ({ value, label: { zh_CN: value } }));
  const level = {
    target: 'employee' as const,
    code: 'level',
    name: { zh_CN: '职级', en_US: 'Level' },
    type: 'select' as const,
    options: levels,
  };
  await full.call(extraAdd, { ...level, default: 'P1', filterable: true });
  await full.call(extraAdd, { target: 'employee', code: 'mentor', name: { zh_CN: '导师' }, type: 'employee', default: uid });
  await full.call(extraAdd, { target: 'department', code: 'level', name: { zh_CN: '级别' } });
  const attribute = (target: 'externalId' | 'account' | 'name' | 'extra.level', name: string) => ({
    target,
    from: { kind: 'attribute' as const, name },
  });
  await full.call(sourceAdd, {
    kind: 'ldap',
    name: 'Directory',
    code: 'corp_ldap',
    rootDepartmentId,
    delivers: ['employees'],
    config: {
      servers: [{ host: 'ldap.example.com', port: 636 }],
      bindDn: 'cn=reader,dc=example,dc=com',
      userBases: ['ou=p,dc=example,dc=com'],
    },
    secrets: { password: 'ldap-secret-word' },
    mapping: [
      attribute('externalId', 'entryUUID'),
      attribute('account', 'uid'),
      attribute('name', 'cn'),
      attribute('extra.level', 'grade'),
    ],
    schedule: { kind: 'daily', times: ['03:00'] },
  });
  await full.call(sourceAdd, { kind: 'file', name: 'Sheet', code: 'sheet', rootDepartmentId, config: { from: 'upload', sheet: 'People' } });
  const rule = { name: 'Board', code: 'board', ownerDeptId: rootDepartmentId, mode: 'limited' as const, deniedFunctions: [] };
  const { roleId } = await full.call(specialUser.save, { ...rule, fields: [{ fieldKey: 'mobile', show: false }] });
  await full.call(belongsSave, { roleId, parties: [{ kind: 'employee', id: builtinAdminUid }] });
  await full.call(specialUser.assignEmployees, { roleId, ids: [uid] });
  const { id: person } = await full.call(noticePersonAdd, { name: 'Auditor', email: 'audit@example.com', channels: ['mail'] });
  const search = { name: 'Mine', log: 'operation' as const, filters: { uid, departmentId: rootDepartmentId, word: ['employee.delete'] } };
  const { id: searchId } = await full.call(searchSave, search);
  await full.call(reportSave, { name: 'Weekly', searchId, schedule: 'weekly', personIds: [person] });
  // Who applies the files is not whose search it is.
  await full.product.database.pool.query('update saved_search set owner_id = $1 where id = $2', [uid, searchId]);
}
