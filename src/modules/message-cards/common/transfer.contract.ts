import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, ids } from '#kit/common/schema.ts';
import { cardTemplate } from './card.contract.ts';
import { cardManage } from './permissions.ts';

const { name, code, summary, elements, actions, dataFields, callbackUrl, validDays } = cardTemplate.draft.shape;

/** A template as it goes from one installation to another: by codes, without ids. */
export const cardFile = z.strictObject({
  code,
  /** The code of its group. */
  group: z.string().min(1).max(32),
  name,
  summary,
  elements,
  actions,
  dataFields,
  callbackUrl,
  validDays,
});
/** Templates in a file: `{ "templates": [...] }`. */
export const cardFiles = z.array(cardFile).min(1).max(100);

/** Drafts of templates for another installation. */
export const cardExport = endpoint({
  method: 'POST',
  path: 'im/card/template/export',
  access: { code: cardManage.button.export },
  scope: 'department',
  audit: 'cardTemplate.export',
  waits: 'again',
  subject: 'cardTemplate',
  input: z.strictObject({ ids: ids() }),
  reply: z.object({ templates: z.array(cardFile) }),
  summary: 'The drafts of templates by codes, to be imported elsewhere',
});

/** Takes templates over. */
export const cardImport = endpoint({
  method: 'POST',
  path: 'im/card/template/import',
  access: { code: cardManage.button.import },
  scope: 'department',
  audit: 'cardTemplate.import',
  dryRun: true,
  errors: [16081],
  input: z.strictObject({ ownerDeptId: id(), templates: cardFiles }),
  reply: z.object({ added: z.int(), changed: z.int() }),
  summary:
    'Takes templates over: a code that is there changes its draft, another one is a new template of the department; nothing is published',
});
