import { local, type WarningKind } from '#kit/server/warning/warning-kind.ts';

/** What may go wrong with devices. */
export const deviceWarnings: readonly WarningKind[] = [
  {
    kind: 'device.eraseFailed',
    title: local('设备擦除失败', 'An erasure failed', 'デバイスの消去に失敗'),
    sentence: local(
      '设备 {name} 没有完成擦除',
      'The device {name} did not carry out its erasure',
      'デバイス {name} の消去が完了していません',
    ),
    severity: 'error',
    link: () => '/msm_device_safety/device_erase',
  },
  {
    kind: 'device.foreignAck',
    title: local('指令回执不属于该设备', 'A foreign acknowledgement', '別デバイスの応答'),
    sentence: local(
      '设备 {name} 发送了不属于它的指令回执',
      'The device {name} answered a command that is not its own',
      'デバイス {name} が自分のものでないコマンドに応答しました',
    ),
    severity: 'warning',
    moment: true,
    link: () => '/msm_device_safety/user_equipment_management',
  },
  {
    kind: 'device.notMe',
    title: local('员工报告设备非本人使用', 'Somebody reported a foreign device', '本人以外のデバイスの報告'),
    sentence: local(
      '员工报告设备 {name} 非本人使用，已锁定',
      'The device {name} was reported as not being theirs, and locked',
      'デバイス {name} は本人のものでないと報告され、ロックされました',
    ),
    severity: 'warning',
    moment: true,
    facts: { address: { label: local('地址', 'Address', 'アドレス') } },
    link: ({ id }) => `/msm_device_safety/equipment_information?id=${id}`,
  },
];
