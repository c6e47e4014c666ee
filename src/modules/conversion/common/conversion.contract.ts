import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, ids, pageOf, pageQuery, searchText, stamps, time, version } from '#kit/common/schema.ts';
import { paramPage } from './permissions.ts';

/** Types that can be converted, by what their content is. */
export const convertTypes = ['doc', 'docx', 'odt', 'rtf', 'xls', 'xlsx', 'ods', 'ppt', 'pptx', 'odp', 'pdf', 'png', 'jpg', 'txt'] as const;
/** One of them. */
export type ConvertType = (typeof convertTypes)[number];
/** Where a conversion stands. */
export const conversionStates = ['waiting', 'running', 'ready', 'failed', 'quarantined', 'cancelled'] as const;
/** Programs that convert. */
export const engineNames = ['libreoffice', 'poppler'] as const;

const values = {
  /** Conversions at once on each node. */
  workers: z.int().min(1).max(8),
  /** Seconds for one file. */
  timeout: z.int().min(10).max(300),
  /** MiB that the converter may use. */
  memory: z.int().min(256).max(4_096),
  /** MiB of a file. */
  maxSize: z.int().min(1).max(500),
  maxPages: z.int().min(1).max(5_000),
  types: z.array(z.enum(convertTypes)).max(convertTypes.length),
  /** Dots per inch of page pictures. */
  dpi: z.int().min(96).max(200),
  /** GiB of pages that are kept, and days that unused ones stay. */
  cacheGiB: z.int().min(1).max(1_000),
  cacheDays: z.int().min(1).max(90),
};

/** A program that converts, as this installation has it. */
export const Engine = z.object({
  engine: z.enum(engineNames),
  /** Null: not installed. */
  version: z.string().nullable(),
  path: z.string().nullable(),
  /** What to install. */
  package: z.string(),
});
/** A program that converts. */
export type EngineView = z.output<typeof Engine>;

const document = z.object({
  ...stamps,
  ...values,
  engines: z.array(Engine),
  /** Whether converters run without a network of their own; files with outside links are refused where they do not. */
  isolated: z.boolean(),
  strip: z.object({
    waiting: z.int(),
    running: z.int(),
    /** When the oldest one that waits was asked for. */
    oldest: time().nullable(),
    failedDay: z.int(),
    quarantined: z.int(),
    cacheBytes: z.int(),
    cached: z.int(),
  }),
});

/** The parameters of conversion, with what converts and what waits. */
export const convertParamGet = endpoint({
  method: 'GET',
  path: 'mas/convertParam/get',
  summary: 'Parameters of file conversion, the converters found, and the queue in figures',
  access: { code: paramPage.code },
  scope: 'none',
  input: z.object({}),
  reply: document,
});

/** A change of the parameters: the version that was read and the changed fields. */
export const convertParamChange = z.strictObject({ version: version(), ...z.object(values).partial().shape });

/** Changes the parameters; in effect for the next file. */
export const convertParamUpdate = endpoint({
  method: 'POST',
  path: 'mas/convertParam/update',
  summary: 'Changes the parameters of file conversion',
  access: { code: paramPage.button.save },
  scope: 'site',
  audit: 'convertParam.update',
  dryRun: true,
  input: convertParamChange,
  reply: document,
});

/** Converts an uploaded file to try it; the job's result is `{ conversionId, pages, ms }`. */
export const convertTest = endpoint({
  method: 'POST',
  path: 'mas/convertParam/test',
  summary: 'Converts an uploaded file as a trial',
  access: { code: paramPage.button.test },
  scope: 'none',
  audit: 'conversion.test',
  errors: [14060, 14061],
  input: z.strictObject({ fileId: id() }),
  reply: z.object({ jobId: id() }),
});

const Row = z.object({
  id: id(),
  name: z.string(),
  type: z.enum(convertTypes),
  origin: z.string(),
  state: z.enum(conversionStates),
  size: z.int(),
  pages: z.int().nullable(),
  ms: z.int().nullable(),
  tries: z.int(),
  reason: z.string().nullable(),
  createdAt: time(),
  lastUsedAt: time(),
});
/** A conversion in the list. */
export type ConversionRow = z.output<typeof Row>;

/** The queue, and what was converted. */
export const conversionList = endpoint({
  method: 'GET',
  path: 'mas/conversion/list',
  summary: 'Conversions that wait, run, failed or are kept',
  access: { code: paramPage.code },
  scope: 'site',
  input: pageQuery(['createdAt', 'size', 'ms', 'pages'] as const).extend({
    state: z.array(z.enum(conversionStates)).max(6).optional(),
    type: z.array(z.enum(convertTypes)).max(convertTypes.length).optional(),
    text: searchText(100).optional(),
  }),
  reply: pageOf(Row),
});

/** A page of a trial as a picture. */
export const conversionPicture = endpoint({
  method: 'GET',
  path: 'mas/conversion/page',
  summary: 'A page of a file that was converted as a trial by the caller, as a PNG',
  access: { code: paramPage.button.test },
  scope: 'none',
  answer: 'raw',
  errors: [14060, 14061],
  input: z.object({ id: id(), page: z.int().min(1).max(5_000) }),
  reply: z.unknown(),
});

const some = { method: 'POST', scope: 'site', input: z.strictObject({ ids: ids() }), reply: count() } as const;

/** Tries failed ones again. */
export const conversionRetry = endpoint({
  ...some,
  path: 'mas/conversion/retry',
  summary: 'Tries failed conversions again',
  access: { code: paramPage.button.retry },
  audit: 'conversion.retry',
});

/** Takes out of the queue what waits. */
export const conversionCancel = endpoint({
  ...some,
  path: 'mas/conversion/cancel',
  summary: 'Cancels conversions that wait',
  access: { code: paramPage.button.cancel },
  audit: 'conversion.cancel',
});

/** Lets files in again at which the converter crashed twice. */
export const conversionRelease = endpoint({
  ...some,
  path: 'mas/conversion/release',
  summary: 'Releases quarantined files',
  access: { code: paramPage.button.release },
  audit: 'conversion.release',
});

/** Forgets kept pages: the next opening converts again. */
export const conversionClear = endpoint({
  ...some,
  path: 'mas/conversion/clear',
  summary: 'Removes kept pages',
  access: { code: paramPage.button.clear },
  audit: 'conversion.clear',
});
