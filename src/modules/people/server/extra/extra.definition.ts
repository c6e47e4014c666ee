import { foldText } from '#platform/text/grams.ts';
import type { OperationIssue } from '#kit/server/change/kind.ts';
import { extraChoices, extraTexts, extraUnfilterable, type ExtraType } from '../../common/extra/extra-fields.ts';
import type { ExtraField } from './extra.known.ts';
import { readyPatterns, wrongValue } from './extra.values.ts';

/** Types that one person or department alone can have. */
const single: ReadonlySet<ExtraType> = new Set(['text', 'integer', 'number', 'phone', 'email', 'url', 'employee']);
/** Types that are searched by what they begin with. */
const searched: ReadonlySet<ExtraType> = new Set(['text', 'phone', 'email', 'url', 'integer']);

/** What in the definition of a field does not go together. */
export async function extraIssues(field: Omit<ExtraField, 'id' | 'ready'>): Promise<OperationIssue[]> {
  const issues: OperationIssue[] = [];
  const bad = (path: string, key: string): void => void issues.push({ path, namespace: 'user-centre', key: `issue.extra.${key}` });
  const values = field.options.map(({ value }) => foldText(value));
  if (extraChoices.has(field.type) && !field.options.some(({ enabled }) => enabled)) bad('options', 'noOptions');
  if (!extraChoices.has(field.type) && field.options.length > 0) bad('options', 'optionsOfNothing');
  if (new Set(values).size < values.length) bad('options', 'optionTwice');
  if (field.min !== null && field.max !== null && field.min > field.max) bad('max', 'bounds');
  if (field.pattern !== null && !extraTexts.has(field.type)) bad('pattern', 'patternOfNothing');
  else if (!(await readyPatterns([field]))) bad('pattern', 'badPattern');
  if (field.unique && !single.has(field.type)) bad('unique', 'notUnique');
  if (field.searchable && !searched.has(field.type)) bad('searchable', 'notSearchable');
  if (field.filterable && extraUnfilterable.has(field.type)) bad('filterable', 'notFilterable');
  // Who filters or searches by a value reads it, whatever is masked.
  if (field.sensitive && field.filterable) bad('filterable', 'sensitiveFilter');
  if (field.sensitive && field.searchable) bad('searchable', 'sensitiveFilter');
  if (field.unique && field.default !== null) bad('default', 'uniqueDefault');
  const wrong = issues.length === 0 ? wrongValue(field, field.default) : undefined;
  if (wrong)
    issues.push({
      path: 'default',
      namespace: 'user-centre',
      key: `issue.extra.${wrong.key}`,
      params: { name: field.name, ...wrong.params },
    });
  return issues;
}
