import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudRow } from '#kit/common/crud/crud-types.ts';
import { codeText, integer, longText, refers, text, value } from '#kit/common/crud/fields.ts';
import { id } from '#kit/common/schema.ts';
import { conversionStates } from './conversion.contract.ts';
import { attachPage } from './permissions.ts';

/** A system whose attachments are shown as pages. */
export const attachSystem = crudContract({
  module: 'conversion',
  kind: 'attachSystem',
  path: 'mas/attachSystem',
  title: { zh_CN: '附件系统', en_US: 'Attachment system', ja_JP: '添付システム' },
  page: attachPage,
  scope: { by: 'ownerDeptId' },
  fields: {
    name: text(100).unique().sorted().searched(),
    code: codeText(32).unique().immutable().sorted().searched(),
    ownerDeptId: refers('department').filtered(),
    /** The interface that answers the file itself (raw). */
    fetchInterfaceId: value(id()).example('00000000-0000-7000-8000-0000000005f5'),
    /** Its parameter that takes the id of the attachment. */
    idParam: codeText(64).default('id'),
    /** Must answer true for the employee who opens it; none: who may sign in may open. */
    rightsInterfaceId: value(id()).nullable().example(null),
    /** MiB. */
    maxSize: integer(1, 500).default(100),
    description: longText(500).default(''),
  },
  more: { row: { fetchName: z.string(), rightsName: z.string().nullable() } },
});
/** An attachment system in the list. */
export type AttachSystemRow = CrudRow<typeof attachSystem>;

const Opened = z.object({
  state: z.enum(conversionStates),
  conversionId: z.string(),
  pages: z.int(),
  reason: z.string().nullable(),
});

/** Fetches an attachment as an employee would, and converts it. */
export const attachTest = endpoint({
  method: 'POST',
  path: 'mas/attachSystem/test',
  summary: 'Fetches an attachment for an employee and converts it: rights, type, pages',
  access: { code: attachPage.button.test },
  scope: 'department',
  reads: true,
  timeout: 90_000,
  errors: [14060, 14061],
  input: z.strictObject({ id: id(), employeeId: id(), attachmentId: z.string().min(1).max(200) }),
  reply: z.object({
    steps: z.array(z.object({ step: z.enum(['rights', 'fetch', 'convert']), ok: z.boolean(), detail: z.string() })),
    pages: z.int(),
  }),
});

const attachment = { system: z.string().min(1).max(32), attachmentId: z.string().min(1).max(200) };

/** Opens an attachment: it is fetched once, converted once, and each opening asks the owner's rights. */
export const clientAttachmentOpen = clientEndpoint({
  method: 'POST',
  path: 'attachment/open',
  session: fullSession,
  rate: 'write',
  errors: [14060, 14061],
  input: z.strictObject(attachment),
  reply: Opened,
  summary:
    'Opens an attachment of a business system as pages; 14060 or 14061 where it can not be converted, 10404 where it is not for this person',
});

/** A page of an attachment. */
export const clientAttachmentPage = clientEndpoint({
  method: 'GET',
  path: 'attachment/page',
  session: fullSession,
  rate: 'read',
  answer: 'raw',
  errors: [14060, 14061],
  input: z.strictObject({ ...attachment, page: z.coerce.number().int().min(1).max(5_000) }),
  reply: z.unknown(),
  summary: 'A page of an attachment as a PNG, after the rights of this person were asked for',
});
