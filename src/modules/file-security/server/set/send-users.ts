import type { Audience } from '#kit/common/audience.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { OperationIssue } from '#kit/server/change/kind.ts';
import { sendUser } from '../../common/send-user.contract.ts';
import { directory } from '../directory.ts';
import { fileSecurityChanged } from '../rule/changes.ts';
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
      const some = (rows: Audience | undefined): boolean => rows?.some(({ exclude }) => !exclude) === true;
      if (after.everyone !== true && !some(after.who)) found.push(mistake('everyone', 'fileRule.noWho'));
      if (after.target === 'people' && !some(after.targets)) found.push(mistake('targets', 'sendUser.noTarget'));
      if (found.length > 0) issues.set(index, found);
    }
    return issues;
  },
  written: (tx) => fileSecurityChanged(tx),
  rows: async (means, rows) => {
    const ids = rows.flatMap((row) => [...row.who, ...row.targets].map(({ id }) => id));
    const names = await namesIn(means, ids);
    return rows.map((row) => ({ sentence: sendSentence(means, names, row) }));
  },
});
