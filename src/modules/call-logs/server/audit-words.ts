import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of this module did, in words. */
export const callLogWords: AuditWords = {
  'call.view': said('查看了接口调用的详情', 'Looked at an interface call', 'インターフェース呼び出しの詳細を表示した'),
  'call.unmask': said(
    '查看了接口调用中被遮盖的值',
    'Looked at a masked value of an interface call',
    'インターフェース呼び出しの秘匿値を表示した',
  ),
  'call.export': said('导出了接口调用日志', 'Exported interface calls', 'インターフェース呼び出しをエクスポートした'),
  'stat.report': said('生成了接口统计报告', 'Wrote a report of interface statistics', 'インターフェース統計のレポートを作成した'),
  'stat.export': said('导出了接口统计', 'Exported interface statistics', 'インターフェース統計をエクスポートした'),
  'alarmRule.mute': said('静默了接口告警规则', 'Silenced rules that watch interfaces', 'インターフェースの警告ルールをミュートした'),
  'alarmPerson.save': said(
    '设置了接口告警的接收人',
    'Chose who is notified of failing interfaces',
    'インターフェース警告の通知先を設定した',
  ),
};
