import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, ids } from '#kit/common/schema.ts';
import { formVersion } from '../form/version.ts';
import { templatePage } from '../permissions.ts';
import { todoTemplate } from './template.contract.ts';

const { name, code } = todoTemplate.draft.shape;

/** A template as it goes from one installation to another: by codes, without ids. */
export const templateFile = z.strictObject({
  code,
  /** The code of its system. */
  system: z.string().min(1).max(48),
  name,
  content: formVersion,
});

/** Drafts of templates for another installation. */
export const templateExport = endpoint({
  method: 'POST',
  path: 'todo/template/export',
  access: { code: templatePage.button.export },
  scope: 'department',
  audit: 'todoTemplate.export',
  waits: 'again',
  subject: 'todoTemplate',
  input: z.strictObject({ ids: ids() }),
  reply: z.object({ templates: z.array(templateFile) }),
  summary: 'The drafts of form templates by codes, to be imported elsewhere',
});

/** Takes templates over. */
export const templateImport = endpoint({
  method: 'POST',
  path: 'todo/template/import',
  access: { code: templatePage.button.import },
  scope: 'department',
  audit: 'todoTemplate.import',
  dryRun: true,
  input: z.strictObject({
    /** The system that gets them; without it each goes to the one of its own code. */
    systemId: id().optional(),
    templates: z.array(templateFile).min(1).max(50),
  }),
  reply: z.object({ added: z.int(), changed: z.int() }),
  summary: 'Takes form templates over: a code that is there changes its draft, another one is a new template; nothing is published',
});
