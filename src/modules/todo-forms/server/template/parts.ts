import { upkeepEvery } from '#kit/server/per-product.ts';
import { said, type AuditWords } from '#kit/server/audit/words.ts';
import type { Services } from '#kit/server/services.ts';
import { publishDue } from './publish.ts';
import { systemRoutes } from './system.routes.ts';
import { todoSystems } from './systems.ts';
import { templateRoutes } from './template.routes.ts';
import { templateKind, todoTemplates } from './templates.ts';
import { transferRoutes } from './transfer.ts';

const words: AuditWords = {
  'todoSystem.secret': said(
    '更换了业务系统的应答密钥',
    'Made a new answer secret for a business system',
    '業務システムの応答の秘密鍵を更新した',
  ),
  'todoSystem.test': said('测试了业务系统', 'Tested a business system', '業務システムをテストした'),
  'todoTemplate.copy': said('复制了表单模板', 'Copied a form template', 'フォームテンプレートをコピーした'),
  'todoTemplate.publish': said('发布了表单模板', 'Published a form template', 'フォームテンプレートを公開した'),
  'todoTemplate.unplan': said(
    '取消了表单模板的定时发布',
    'Cancelled the planned publication of a form template',
    'フォームテンプレートの予約公開を取り消した',
  ),
  'todoTemplate.rollback': said(
    '恢复了表单模板的旧版本',
    'Published an earlier version of a form template again',
    'フォームテンプレートを以前の版に戻した',
  ),
  'todoTemplate.export': said('导出了表单模板', 'Exported form templates', 'フォームテンプレートをエクスポートした'),
  'todoTemplate.import': said('导入了表单模板', 'Imported form templates', 'フォームテンプレートをインポートした'),
};

const everyMillis = 5_000;

/** Publishes what is due. */
export const publishTick = upkeepEvery<Services>(everyMillis, publishDue);

/** Business systems and templates, as lists of the module. */
export const templateParts = [
  { ...todoSystems, routes: systemRoutes },
  { ...todoTemplates, routes: templateRoutes, kinds: [templateKind] },
  { routes: transferRoutes, words: [words] },
] as const;
