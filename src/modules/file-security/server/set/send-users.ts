import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { OperationIssue } from '#kit/server/change/kind.ts';
import { sendUser } from '../../common/send-user.contract.ts';
import { directory } from '../directory.ts';
import { fileSecurityChanged } from '../rule/news.ts';
import { namesIn, sendSentence } from './sentence.ts';

const mistake = (path: string, key: string): OperationIssue => ({ path, namespace: 'file-security', key });

/** Send permissions of the draft on the server. */
export const sendUsers = crudServer(sendUser, {
  table: 'file_send_user',
  directory,
  check: async (_tx, _caller, operations) => {
    const issues = new Map<number, OperationIssue[]>();
    for (const [index, { action, after }] of operations.entries()) {
      if (action !== 'create' || !after) continue;
      const found: OperationIssue[] = [];
      const some = (...lists: readonly (readonly string[] | undefined)[]): boolean => lists.some((list) => (list?.length ?? 0) > 0);
      if (after.everyone !== true && !some(after.departmentIds, after.employeeIds, after.crowdIds)) found.push(mistake('everyone', 'fileRule.noWho'));
      if (after.target === 'people' && !some(after.targetDepartmentIds, after.targetEmployeeIds, after.targetCrowdIds))
        found.push(mistake('targetDepartmentIds', 'sendUser.noTarget'));
      if (found.length > 0) issues.set(index, found);
    }
    return issues;
  },
  written: (tx) => fileSecurityChanged(tx),
  rows: async (means, rows) => {
    const ids = rows.flatMap((row) => [...row.departmentIds, ...row.employeeIds, ...row.crowdIds, ...row.targetDepartmentIds, ...row.targetEmployeeIds, ...row.targetCrowdIds]);
    const names = await namesIn(means, ids);
    return rows.map((row) => ({ sentence: sendSentence(means, names, row) }));
  },
});
