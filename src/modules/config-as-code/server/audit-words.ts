import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of this module did, in words. */
export const configWords: AuditWords = {
  'config.export': said('导出了配置', 'Exported the configuration', '構成をエクスポートした'),
  'config.plan': said('为配置包制定了计划', 'Planned a bundle of the configuration', '構成バンドルの計画を作成した'),
  'config.apply': said('应用了配置计划', 'Applied a plan of the configuration', '構成の計画を適用した'),
  'config.discard': said('丢弃了配置计划', 'Discarded a plan of the configuration', '構成の計画を破棄した'),
  'config.undo': said('撤销了配置计划的应用', 'Reverted an applied plan of the configuration', '適用した構成の計画を取り消した'),
  'config.drift': said('检查了配置偏差', 'Looked for drift of the configuration', '構成の差異を検査した'),
  'config.lock': said('将配置区域交由文件管理', 'Let files manage an area of the configuration', '構成の領域をファイル管理にした'),
  'config.unlock': said(
    '将配置区域改回控制台管理',
    'Let the console manage an area of the configuration',
    '構成の領域をコンソール管理に戻した',
  ),
};
