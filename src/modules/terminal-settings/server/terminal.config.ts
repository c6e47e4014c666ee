import { z } from 'zod';
import type { Platform } from '#kit/common/client/platforms.ts';
import type { Fields, Json } from '#kit/server/change/kind.ts';
import type { ConfigArea, ConfigKind } from '#kit/server/config/config-area.ts';
import { purposeRow } from '../common/encryption.contract.ts';
import { navEntry } from '../common/nav.contract.ts';
import { phoneSettingRow } from '../common/phone.contract.ts';
import { smsGatewaySetting } from '../common/sms.contract.ts';
import { encryptionSettingKind } from './keys/encryption.kinds.ts';
import { shippedPurpose } from './keys/encryption.service.ts';
import { iconText } from './nav/icon-text.ts';
import { navKind } from './nav/nav.kind.ts';
import { shippedEntries } from './nav/nav.service.ts';
import { phoneSettingKind } from './phone/phone.kind.ts';
import './settings.table.ts';
import { smsGatewayKind } from './sms/gateway.kind.ts';
import { gatewayPlace, shippedGateway } from './sms/gateway.service.ts';

const parties = (path: string): Record<string, string> => ({
  [`${path}.*[kind=department].id`]: 'department',
  [`${path}.*[kind=employee].id`]: 'employee',
  [`${path}.*[kind=crowd].id`]: 'crowd',
});

const entries = () => z.array(navEntry).min(1).max(12);
const entryNames = (field: string): Record<string, string> => ({
  [`${field}.#.icon`]: iconText.name,
  [`${field}.#.selectedIcon`]: iconText.name,
  ...parties(`${field}.#.audience`),
});

const platformCodes: Readonly<Record<Platform, string>> = { 1: 'ios', 2: 'android', 4: 'windows', 5: 'mac', 8: 'harmony' };

/** The draft of each platform and what is published; a file that changes that makes the next version. */
const navConfig: ConfigKind = {
  name: 'navigation',
  kind: navKind,
  after: ['property', 'property-value', 'crowd'],
  fields: { entries: entries(), published: entries().nullable().default(null) },
  refers: { ...entryNames('entries'), ...entryNames('published') },
  objects: async (db) => {
    const rows = await db.selectFrom('nav_setting').select(['id', 'platform']).execute();
    return rows.map(({ id, platform }) => ({ id, code: platformCodes[platform], fixed: true }));
  },
  create: async (_db, { id, code }) => ({ id, name: code, fields: {} }),
  reset: async () => ({ entries: shippedEntries() as Json, published: null }),
};

const { mode, skips, audience, regions, proof, againMonths, onlyWhenEmpty } = phoneSettingRow.shape;

/** Who is asked for a number. */
const phoneConfig: ConfigKind = {
  name: 'phone-setting',
  kind: phoneSettingKind,
  after: ['sms-gateway', 'crowd'],
  fields: { mode, skips, audience, regions, proof, againMonths, onlyWhenEmpty },
  refers: parties('audience'),
  objects: async (db) => {
    const rows = await db.selectFrom('phone_setting').select('id').execute();
    return rows.map(({ id }) => ({ id, code: 'phone-setting', fixed: true }));
  },
  create: async (_db, { id, code }) => ({ id, name: code, fields: {} }),
  reset: async () => ({ mode: 'off', skips: 3, audience: [], regions: [], proof: 'approval', againMonths: 0, onlyWhenEmpty: true }),
};

const gateway = smsGatewaySetting.shape;

const originOf = (fields: Fields): string => new URL(String(fields['url'])).origin;

/** The gateway of messages. Its secret goes to no other host than it was entered for. */
const gatewayConfig: ConfigKind = {
  name: 'sms-gateway',
  kind: smsGatewayKind,
  fields: gateway,
  secrets: { secret: gatewayPlace },
  keepsSecrets: (before, after) => originOf(before) === originOf(after),
  objects: async (db) => {
    const rows = await db.selectFrom('sms_gateway').select('id').execute();
    return rows.map(({ id }) => ({ id, code: 'sms-gateway', fixed: true }));
  },
  create: async (_db, { id, code }) => ({ id, name: code, fields: {} }),
  reset: async () => ({ ...shippedGateway, secret: null }),
};

const { rotateDays, algorithm } = purposeRow.shape;

/** How often the keys of each purpose are due, and by what the next one encrypts. Keys themselves and their rotation stand in no file. */
const purposeConfig: ConfigKind = {
  name: 'encryption-setting',
  kind: encryptionSettingKind,
  fields: { rotateDays: rotateDays.min(30).max(730), algorithm },
  objects: async (db) => {
    const rows = await db.selectFrom('encryption_setting').select(['id', 'purpose']).execute();
    return rows.map(({ id, purpose }) => ({ id, code: purpose, fixed: true }));
  },
  create: async (_db, { id, code }) => ({ id, name: code, fields: {} }),
  reset: async () => ({ ...shippedPurpose }),
};

/** Navigation, submitted numbers and what holds for keys as text. */
export const terminalAreas: readonly ConfigArea[] = [
  {
    area: 'navigation',
    title: { zh_CN: '终端导航', en_US: 'Navigation', ja_JP: 'ナビゲーション' },
    kinds: [navConfig],
    inline: [iconText],
  },
  {
    area: 'submit-phone',
    title: { zh_CN: '提交手机号与短信网关', en_US: 'Submitted numbers and SMS gateway', ja_JP: '番号登録と SMS ゲートウェイ' },
    kinds: [gatewayConfig, phoneConfig],
  },
  {
    area: 'encryption',
    title: { zh_CN: '密钥设置', en_US: 'Key settings', ja_JP: '鍵の設定' },
    kinds: [purposeConfig],
  },
];
