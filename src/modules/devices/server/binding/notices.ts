import { sql, type Selectable } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import { mailOf, type MailTemplate } from '#kit/server/mail/mail-template.ts';
import type { Services } from '#kit/server/services.ts';
import { local } from '#kit/server/warning/warning-kind.ts';
import { addressees } from '#modules/people/server/public.ts';
import type { DeviceTable } from '../devices.table.ts';

type Device = Pick<Selectable<DeviceTable>, 'id' | 'name' | 'model'>;
type Parts = Pick<Services, 'mails'>;

const placeholders = {
  name: { title: local('姓名', 'Name', '氏名'), sample: 'Li Wei' },
  device: { title: local('设备', 'Device', 'デバイス'), sample: 'Pixel 9' },
  detail: { title: local('说明', 'Detail', '詳細'), sample: '203.0.113.7' },
};

/** To a person: a device was bound in their name. */
export const newDeviceMail: MailTemplate = {
  code: 'device.new',
  title: local('新设备已绑定', 'A new device was bound', '新しいデバイスのバインド'),
  placeholders,
  shipped: {
    zh_CN: mailOf('新设备已绑定到您的账号', [
      '{{name}}，您好：',
      '设备“{{device}}”已绑定到您的账号（地址 {{detail}}）。如非本人操作，请立即在其他设备上选择“不是我”，或联系管理员。',
    ]),
    en_US: mailOf('A new device was bound to your account', [
      'Hello {{name}},',
      'The device “{{device}}” was bound to your account, from {{detail}}. If that was not you, choose “That was not me” on another device, or tell your administrator at once.',
    ]),
    ja_JP: mailOf('新しいデバイスがアカウントにバインドされました', [
      '{{name}} さん',
      'デバイス「{{device}}」があなたのアカウントにバインドされました（接続元 {{detail}}）。心当たりがない場合は、別のデバイスで「私ではありません」を選ぶか、すぐに管理者へ連絡してください。',
    ]),
  },
};

/** To who decides: somebody asks to use a device. */
export const askedMail: MailTemplate = {
  code: 'device.asked',
  title: local('设备绑定待审批', 'A device waits for approval', 'デバイスの承認待ち'),
  placeholders,
  shipped: {
    zh_CN: mailOf('有设备等待绑定审批', ['{{name}} 申请绑定设备“{{device}}”。{{detail}}', '请在“设备管理 › 绑定记录”中处理。']),
    en_US: mailOf('A device waits for approval', [
      '{{name}} asks to use the device “{{device}}”. {{detail}}',
      'Decide in Device management › Bindings.',
    ]),
    ja_JP: mailOf('デバイスの承認待ちがあります', [
      '{{name}} さんがデバイス「{{device}}」の利用を申請しました。{{detail}}',
      '「デバイス管理 › バインド」で処理してください。',
    ]),
  },
};

/** To a person: what became of their request. */
export const decidedMail: MailTemplate = {
  code: 'device.decided',
  title: local('设备绑定审批结果', 'A request for a device was decided', 'デバイス申請の結果'),
  placeholders,
  shipped: {
    zh_CN: mailOf('设备绑定审批结果', ['{{name}}，您好：', '您申请绑定的设备“{{device}}”：{{detail}}']),
    en_US: mailOf('Your request for a device was decided', ['Hello {{name}},', 'The device “{{device}}”: {{detail}}']),
    ja_JP: mailOf('デバイス申請の結果', ['{{name}} さん', '申請されたデバイス「{{device}}」：{{detail}}']),
  },
};

interface Telling {
  template: MailTemplate;
  to: readonly string[];
  values: (name: string) => Record<string, string>;
}

async function tell(tx: Tx, { mails }: Parts, { template, to, values }: Telling): Promise<void> {
  const people = await addressees(tx, [...to]);
  for (const { email, name, language } of people.values())
    if (email !== null) await mails.queue(tx, { template: template.code, to: { address: email, name }, language, values: values(name) });
}

interface Settings {
  approvers: string[];
  byMail: boolean;
  notice: boolean;
}

async function settingsOf(tx: Tx): Promise<Settings> {
  const { rows } =
    await sql<Settings>`select approvers, approve_by_mail = 1 as "byMail", new_device_notice = 1 as notice from bind_config`.execute(tx);
  return rows[0]!;
}

/** Tells a person of a device that was bound in their name. */
export async function notifyNewDevice(
  tx: Tx,
  services: Parts,
  { uid, device, address }: { uid: string; device: Device; address: string },
): Promise<void> {
  if (!(await settingsOf(tx)).notice) return;
  await tell(tx, services, { template: newDeviceMail, to: [uid], values: (name) => ({ name, device: device.name, detail: address }) });
}

/** Tells those who decide of a request. */
export async function notifyApprovers(
  tx: Tx,
  services: Parts,
  { uid, device, reason }: { uid: string; device: Device; reason: string },
): Promise<void> {
  const { approvers, byMail } = await settingsOf(tx);
  const asking = (await addressees(tx, [uid])).get(uid)?.name ?? '';
  if (byMail && approvers.length > 0)
    await tell(tx, services, { template: askedMail, to: approvers, values: () => ({ name: asking, device: device.name, detail: reason }) });
}

/** Tells a person what became of their request. */
export const notifyDecision = (
  tx: Tx,
  services: Parts,
  { uid, device, detail }: { uid: string; device: Device; detail: string },
): Promise<void> => tell(tx, services, { template: decidedMail, to: [uid], values: (name) => ({ name, device: device.name, detail }) });
