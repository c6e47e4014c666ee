import { enumeration, type Enumeration } from '#kit/common/enumeration.ts';

/** Enumerations of servers. */
export const serverEnumerations: readonly Enumeration[] = [
  enumeration('serverKind', [
    ['im', '即时消息', 'Messaging', 'メッセージ'],
    ['navigation', '导航', 'Navigation', 'ナビゲーション'],
    ['api', '接口', 'API', 'API'],
    ['file', '文件', 'Files', 'ファイル'],
    ['push', '推送', 'Push', 'プッシュ'],
    ['mail', '邮件', 'Mail', 'メール'],
    ['conversion', '文档转换', 'Conversion', '文書変換'],
    ['meeting', '会议', 'Meetings', '会議'],
    ['proxy', '代理', 'Proxy', 'プロキシ'],
    ['widget', '小组件', 'Widgets', 'ウィジェット'],
    ['other', '其他', 'Other', 'その他'],
  ]),
  enumeration('addressZone', [
    ['inner', '内网', 'Inside', '社内'],
    ['outer', '外网', 'Outside', '社外'],
  ]),
  enumeration('serverState', [
    ['ok', '正常', 'Good', '正常'],
    ['slow', '缓慢', 'Slow', '低速'],
    ['failing', '故障', 'Failing', '障害'],
    ['unknown', '未知', 'Unknown', '不明'],
  ]),
];
