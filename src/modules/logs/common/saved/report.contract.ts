import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, ids, pageOf, pageQuery, searchText, stamps, text, time, version } from '#kit/common/schema.ts';
import { exportedLogs } from '../export.contract.ts';
import { operationLog } from '../permissions.ts';
import { anyLog } from './search.contract.ts';

/** Most planned reports of an installation. */
export const mostReports = 50;

/** How often a report goes out: about the day, the week or the month before. */
export const schedules = ['daily', 'weekly', 'monthly'] as const;
export type Schedule = (typeof schedules)[number];
/** The hour of the server's clock at which reports go out. */
export const reportHour = 6;

/** Kinds of files of reports: the rows, or a summary of them. */
export const reportFormats = ['xlsx', 'csv', 'pdf'] as const;

/** What became of a report for one recipient: its rows, the notice alone (no right to them), nothing (no address), or a run that could not be made. */
export const reportOutcomes = ['file', 'notice', 'noAddress', 'failed'] as const;
export type ReportOutcome = (typeof reportOutcomes)[number];

/** What is planned of a report. */
export const reportFields = {
  name: text(100),
  searchId: id(),
  schedule: z.enum(schedules),
  format: z.enum(reportFormats),
  /** Notice persons. */
  personIds: z.array(id()).min(1).max(50),
  enabled: z.boolean(),
};

/** A planned report. */
export const reportRow = z.object({
  ...stamps,
  ...reportFields,
  searchName: z.string(),
  log: z.enum(exportedLogs),
  personNames: z.array(z.string()),
  nextAt: time().nullable(),
  /** What became of the last run. */
  last: z
    .object({
      at: time(),
      sent: z.array(z.object({ name: z.string(), outcome: z.enum(reportOutcomes), rows: z.int().nullable() })),
    })
    .nullable(),
});
export type ReportRow = z.output<typeof reportRow>;

/** Planned reports of the logs that the reader may see. */
export const reportList = endpoint({
  method: 'GET',
  path: 'logs/report/list',
  summary: 'Planned reports of the logs with what became of their last run',
  access: anyLog,
  scope: 'none',
  dedupe: 'cancel-previous',
  input: pageQuery(['name', 'updatedAt'] as const).extend({ text: searchText().optional() }),
  reply: pageOf(reportRow).extend({
    /** Notice persons who can be told; none for who may not save a report. */
    persons: z.array(z.object({ id: id(), name: z.string() })),
    /** In which the hour is meant. */
    timeZone: z.string(),
  }),
});

/** Plans a new report, or changes one: then with its id and the version that was read. */
export const reportSave = endpoint({
  method: 'POST',
  path: 'logs/report/save',
  summary:
    'Plans a report of a saved search for notice persons; each gets the rows of the own range, or without the right the notice alone',
  access: { code: operationLog.button.saveReport },
  permitMore: 'the right to export the log that the search reads',
  scope: 'none',
  audit: 'report.save',
  input: z.strictObject({
    id: id().optional(),
    version: version().optional(),
    ...reportFields,
    format: reportFields.format.default('xlsx'),
    enabled: reportFields.enabled.default(true),
  }),
  reply: reportRow,
});

/** Plans reports no more. */
export const reportRemove = endpoint({
  method: 'POST',
  path: 'logs/report/delete',
  summary: 'Deletes planned reports; files that went out stay until their time is over',
  access: { code: operationLog.button.saveReport },
  scope: 'none',
  audit: 'report.delete',
  input: z.strictObject({ ids: ids() }),
  reply: count(),
});
