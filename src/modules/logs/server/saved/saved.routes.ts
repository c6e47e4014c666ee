import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { reportList, reportRemove, reportSave } from '../../common/saved/report.contract.ts';
import { searchList, searchRemove, searchSave } from '../../common/saved/search.contract.ts';
import { listReports, removeReports, saveReport } from './report.service.ts';
import { listSearches, removeSearches, saveSearch } from './search.service.ts';

/** Saved searches, and the reports that are made of them. */
export const savedRoutes: readonly BoundRoute[] = [
  handle(searchList, listSearches),
  handle(searchSave, saveSearch),
  handle(searchRemove, removeSearches),
  handle(reportList, listReports),
  handle(reportSave, saveReport),
  handle(reportRemove, removeReports),
];
