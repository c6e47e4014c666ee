import type { z } from 'zod';

/** Looks a text of the kit's catalogue up; undefined where there is none. */
export type IssueTexts = (key: string, params: Record<string, unknown>) => string | undefined;

/** Message of an issue of a value: the same under a field of the console and in an answer of the server. */
export function wordIssue(issue: z.core.$ZodIssue, textOf: IssueTexts): string {
  const params: Record<string, unknown> = { ...issue, ...(issue.code === 'custom' && issue.params) };
  const custom = issue.code === 'custom' ? String(issue.params?.['issue'] ?? 'custom') : issue.code;
  // Known where the parse was asked to report what it read (`reportInput`).
  const missing = issue.code === 'invalid_type' && (issue.input === undefined || issue.input === null);
  const kind = 'origin' in issue ? `.${issue.origin}` : 'format' in issue ? `.${issue.format}` : '';
  for (const key of missing ? ['issue.missing'] : [`issue.${custom}${kind}`, `issue.${custom}`, 'issue.custom']) {
    const text = textOf(key, params);
    if (text !== undefined) return text;
  }
  return issue.message;
}
