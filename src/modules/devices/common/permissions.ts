import { menu } from '#kit/common/permission.ts';
import { devicesGroup } from './menu-group.ts';

const button = <const V extends string>(verb: V, zh_CN: string, en_US: string, ja_JP: string) =>
  ({ verb, title: { zh_CN, en_US, ja_JP } }) as const;
const danger = <const V extends string>(verb: V, zh_CN: string, en_US: string, ja_JP: string) =>
  ({ ...button(verb, zh_CN, en_US, ja_JP), dangerous: true }) as const;

const check = button('check', '检查登录', 'Check a sign-in', 'サインインを確認');
const settings = button('settings', '设置', 'Settings', '設定');
const lock = danger('lock', '锁定', 'Lock', 'ロック');
const unlock = button('unlock', '解锁', 'Unlock', 'ロック解除');
const block = danger('block', '禁用设备', 'Block', 'ブロック');
const unblock = button('unblock', '解除禁用', 'Unblock', 'ブロック解除');
const erase = danger('erase', '擦除', 'Erase', '消去');
const retire = danger('retire', '报废', 'Retire', '廃止');
const signOut = danger('signOut', '退出登录', 'Sign out', 'サインアウトさせる');
const message = button('message', '发送消息', 'Send a message', 'メッセージを送る');
const enrolCode = button('enrolCode', '生成注册码', 'Enrolment code', '登録コード');
const approve = button('approve', '同意', 'Approve', '承認');
const reject = danger('reject', '拒绝', 'Reject', '却下');
const unbind = danger('unbind', '解绑', 'Unbind', 'バインド解除');
const cancel = danger('cancel', '取消擦除', 'Stop', '中止');
const retry = button('retry', '重试', 'Retry', '再試行');
const closeByHand = danger('closeByHand', '人工关闭', 'Close by hand', '手動で閉じる');
const switchOver = button('switch', '开关白名单', 'Switch', '切り替え');

/** The help desk's page of devices. */
export const deviceManagement = menu({
  code: 'mms_device_management',
  route: '/mms_device_management',
  parent: devicesGroup.code,
  title: { zh_CN: '设备管理', en_US: 'Device management', ja_JP: 'デバイス管理' },
  icon: 'mobile',
  order: 10,
  buttons: [check, settings],
});

const below = <const V extends string>(
  name: string,
  order: number,
  title: { zh_CN: string; en_US: string; ja_JP: string },
  buttons: readonly (V | { verb: V; title: { zh_CN: string; en_US: string; ja_JP: string }; dangerous?: true })[] = [],
) =>
  menu<V>({
    code: `${deviceManagement.code}_${name.replaceAll('-', '_')}`,
    route: `${deviceManagement.route}/${name}`,
    parent: deviceManagement.code,
    order,
    nested: true,
    title,
    buttons,
  });

/** Every enrolled device. */
export const deviceInfoPage = below('device_info', 10, { zh_CN: '设备信息', en_US: 'Devices', ja_JP: 'デバイス' }, [
  'update',
  lock,
  unlock,
  block,
  unblock,
  erase,
  retire,
  signOut,
  message,
  enrolCode,
  'export',
]);
/** A person and their devices. */
export const employeeSearchPage = below('employ_search', 20, { zh_CN: '员工查询', en_US: 'Search by employee', ja_JP: '従業員から探す' });
/** Bind rules. */
export const bindRulePage = below('device_binding', 30, { zh_CN: '绑定规则', en_US: 'Bind rules', ja_JP: 'バインドルール' }, [
  'add',
  'update',
  'delete',
  'enable',
  'disable',
  'reorder',
]);
const ruleChild = <const V extends string>(
  name: string,
  order: number,
  title: { zh_CN: string; en_US: string; ja_JP: string },
  buttons: readonly V[],
) =>
  menu<V>({
    code: `${bindRulePage.code}_${name}`,
    route: `${bindRulePage.route}/${name}`,
    parent: bindRulePage.code,
    order,
    nested: true,
    title,
    buttons,
  });
/** People whom a bind rule holds for. */
export const ruleUserPage = ruleChild('relate_user', 10, { zh_CN: '适用员工', en_US: 'People', ja_JP: '従業員' }, [
  'assign',
  'remove',
  'export',
]);
/** Departments that a bind rule holds for. */
export const ruleDeptPage = ruleChild('relate_dept', 20, { zh_CN: '适用部门', en_US: 'Departments', ja_JP: '部門' }, ['assign', 'remove']);
/** Bindings, and requests for them. */
export const userBindingPage = below('user_binding', 40, { zh_CN: '绑定记录', en_US: 'Bindings', ja_JP: 'バインド' }, [
  approve,
  reject,
  unbind,
  button('setPrimary', '设为主设备', 'Set as primary', '主デバイスにする'),
  button('replace', '更换设备', 'Replace', '機種変更'),
  'export',
]);
/** Erasures of bound devices. */
export const deviceErasePage = below('device-erase', 50, { zh_CN: '设备擦除', en_US: 'Erasures', ja_JP: '消去' }, [
  cancel,
  retry,
  'export',
]);

/** The security desk's page of devices. */
export const deviceSafety = menu({
  code: 'msm_device_safety',
  route: '/msm_device_safety',
  parent: devicesGroup.code,
  title: { zh_CN: '设备安全', en_US: 'Device safety', ja_JP: 'デバイスセキュリティ' },
  icon: 'safety',
  order: 20,
  buttons: [check, settings, button('keys', '签名密钥', 'Signing keys', '署名鍵')],
});
const safety = <const V extends string>(
  name: string,
  order: number,
  title: { zh_CN: string; en_US: string; ja_JP: string },
  buttons: readonly (V | { verb: V; title: { zh_CN: string; en_US: string; ja_JP: string }; dangerous?: true })[] = [],
) =>
  menu<V>({
    code: `${deviceSafety.code}_${name}`,
    route: `${deviceSafety.route}/${name}`,
    parent: deviceSafety.code,
    order,
    nested: true,
    title,
    buttons,
  });

/** People and their equipment with its posture. */
export const userEquipmentPage = safety(
  'user_equipment_management',
  10,
  { zh_CN: '用户设备', en_US: 'Equipment of people', ja_JP: '従業員のデバイス' },
  [lock, unlock, block, unblock, unbind, erase, signOut],
);
/** The register of company equipment. */
export const equipmentPage = safety('equipment', 20, { zh_CN: '设备登记', en_US: 'Equipment register', ja_JP: '機器台帳' }, [
  'add',
  'update',
  'delete',
  'enable',
  'disable',
  'import',
  'export',
  button('match', '匹配设备', 'Match', '照合'),
]);
/** One device in full. */
export const equipmentInfoPage = safety('equipment_information', 30, { zh_CN: '设备详情', en_US: 'Device details', ja_JP: 'デバイス詳細' });
/** All erasures. */
export const safetyErasePage = safety('device_erase', 40, { zh_CN: '擦除记录', en_US: 'Erasures', ja_JP: '消去記録' }, [
  approve,
  cancel,
  retry,
  closeByHand,
]);
/** Who may be bound whatever the limits say. */
export const bindingWhitePage = safety(
  'binding_whitelist',
  50,
  { zh_CN: '绑定白名单', en_US: 'Binding allow list', ja_JP: 'バインド許可リスト' },
  [switchOver, 'add', 'update', 'delete', 'enable', 'disable', 'import', 'export'],
);
/** What may sign in whatever it is. */
export const loginWhitePage = safety(
  'login_whitelist',
  60,
  { zh_CN: '登录白名单', en_US: 'Sign-in allow list', ja_JP: 'サインイン許可リスト' },
  [switchOver, 'add', 'update', 'delete', 'enable', 'disable', 'import', 'export'],
);
/** One erasure in full. */
export const eraseDetailPage = safety('erase_detail', 70, { zh_CN: '擦除详情', en_US: 'Erasure details', ja_JP: '消去の詳細' });

/** Every page of the module. */
export const devicePages = [
  devicesGroup,
  deviceManagement,
  deviceInfoPage,
  employeeSearchPage,
  bindRulePage,
  ruleUserPage,
  ruleDeptPage,
  userBindingPage,
  deviceErasePage,
  deviceSafety,
  userEquipmentPage,
  equipmentPage,
  equipmentInfoPage,
  safetyErasePage,
  bindingWhitePage,
  loginWhitePage,
  eraseDetailPage,
] as const;
