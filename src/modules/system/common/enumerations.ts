import { platformNames, platforms } from '#kit/common/client/platforms.ts';
import { enumeration, type Enumeration } from '#kit/common/enumeration.ts';

/** Enumerations that many areas share; those of one area are declared by its module. */
export const sharedEnumerations: readonly Enumeration[] = [
  enumeration(
    'platform',
    platforms.map((one) => [one, one === 8 ? '鸿蒙' : platformNames[one], platformNames[one], platformNames[one]] as const),
  ),
  enumeration('appStatus', [
    [1, '新建', 'New', '新規'],
    [2, '已上架', 'On shelf', '公開中'],
    [3, '已下架', 'Off shelf', '公開停止'],
  ]),
  enumeration('language', [
    ['zh_CN', '简体中文', 'Chinese (simplified)', '中国語（簡体字）'],
    ['en_US', '英语', 'English', '英語'],
    ['ja_JP', '日语', 'Japanese', '日本語'],
  ]),
  enumeration('cardType', [
    [0, '平台卡片', 'Platform card', 'プラットフォームカード'],
    [1, '小组件卡片', 'Widget card', 'ウィジェットカード'],
  ]),
  enumeration('publishStatus', [
    [0, '已过期', 'Expired', '期限切れ'],
    [1, '已发布', 'Published', '公開済み'],
    [2, '未发布', 'Not published', '未公開'],
  ]),
  enumeration('onOff', [
    [1, '开', 'On', 'オン'],
    [0, '关', 'Off', 'オフ'],
  ]),
  enumeration('effective', [
    [true, '有效', 'Effective', '有効'],
    [false, '无效', 'Invalid', '無効'],
  ]),
  enumeration('terminalType', [
    [1, '全部终端', 'All terminals', 'すべての端末'],
    [2, '移动端', 'Mobile', 'モバイル'],
    [3, '桌面端', 'Desktop', 'デスクトップ'],
  ]),
  enumeration('ruleType', [
    [1, '按网段限制', 'Segment limits apply', 'ネットワーク制限に従う'],
    [2, '一律拒绝', 'Refused everywhere', 'すべて拒否'],
    [3, '仅记录', 'Observe only', '記録のみ'],
  ]),
  enumeration('severity', [
    ['info', '提示', 'Information', '情報'],
    ['warning', '警告', 'Warning', '警告'],
    ['error', '错误', 'Error', 'エラー'],
    ['critical', '严重', 'Critical', '重大'],
  ]),
];
