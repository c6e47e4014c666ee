import type { OperationIssue } from '#kit/server/change/kind.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';

/** An issue at a field, in the module's words. */
export const issueAt = (path: string, key: string, params?: Record<string, unknown>): OperationIssue => ({
  path,
  namespace: 'mailboxes',
  key,
  ...(params && { params }),
});

/** Issues by the index of their operation; operations without any are left out. */
export const issuesBy = (found: readonly (readonly OperationIssue[])[]): Map<number, OperationIssue[]> =>
  new Map(found.flatMap((issues, index): [number, OperationIssue[]][] => (issues.length > 0 ? [[index, [...issues]]] : [])));

/** Runs a single write: an issue that is a code of the module is answered by this code and not as bad input. */
export async function withCodes<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const issue = error instanceof InvalidInput ? error.issues.find(({ key }) => key.startsWith('error.170')) : undefined;
    if (!issue) throw error;
    throw new Refusal(Number(issue.key.slice('error.'.length)), { ...issue.params }, { field: issue.path });
  }
}
