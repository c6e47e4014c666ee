import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, ids, pageOf, pageQuery, searchText, stamps, text, version } from '#kit/common/schema.ts';
import { exportedLogs, pageOfLog } from '../export.contract.ts';
import { clientLogin, consoleLogin, operationLog } from '../permissions.ts';

/** Most saved searches of a person. */
export const mostSearches = 200;

/** Who reads a log may use what was saved of it. */
export const anyLog = { anyOf: [operationLog.code, consoleLogin.code, clientLogin.code] } as const;

/** What is saved of a search. */
export const searchFields = {
  name: text(100),
  log: z.enum(exportedLogs),
  /** As the list of the log takes them. */
  filters: z.record(z.string().max(50), z.json()),
  /** Columns of a report's file; null: all. */
  columns: z.array(z.string().max(50)).min(1).max(50).nullable(),
  /** Holders of these roles see it too. */
  roleIds: z.array(id()).max(50),
};

/** A search of a log under a name. */
export const savedSearchRow = z.object({
  ...stamps,
  ...searchFields,
  ownerName: z.string(),
  roleNames: z.array(z.string()),
  /** It is the reader's own: only then it can be changed. */
  mine: z.boolean(),
  /** Reports that are made of it. */
  reports: z.int(),
});
export type SavedSearchRow = z.output<typeof savedSearchRow>;

/** The reader's own searches and those that are shared with a role of the reader, of the logs that the reader may see. */
export const searchList = endpoint({
  method: 'GET',
  path: 'logs/search/list',
  summary: 'Saved searches of the logs: own ones and those shared with roles one holds',
  access: anyLog,
  scope: 'none',
  dedupe: 'cancel-previous',
  input: pageQuery(['name', 'updatedAt'] as const).extend({ text: searchText().optional(), log: z.enum(exportedLogs).optional() }),
  reply: pageOf(savedSearchRow).extend({
    /** Roles that a search can be shared with; none for who may not save one. */
    roles: z.array(z.object({ id: id(), name: z.string() })),
  }),
});

/** Saves a new search, or changes one's own: then with its id and the version that was read. */
export const searchSave = endpoint({
  method: 'POST',
  path: 'logs/search/save',
  summary: 'Saves a search of a log under a name, shared with roles if requested; with an id it changes an own one',
  access: { code: operationLog.button.saveSearch },
  permit: { by: 'log', codes: pageOfLog },
  scope: 'none',
  audit: 'savedSearch.save',
  input: z.strictObject({
    id: id().optional(),
    version: version().optional(),
    ...searchFields,
    columns: searchFields.columns.default(null),
    roleIds: searchFields.roleIds.default([]),
  }),
  reply: savedSearchRow,
});

/** Deletes own searches; 10410 while a report is made of one. */
export const searchRemove = endpoint({
  method: 'POST',
  path: 'logs/search/delete',
  summary: 'Deletes own saved searches of which no report is made',
  access: { code: operationLog.button.saveSearch },
  scope: 'none',
  audit: 'savedSearch.delete',
  input: z.strictObject({ ids: ids() }),
  reply: count(),
});
