import type { z } from 'zod';
import type { IssueDraft } from '#kit/server/refusal.ts';
import { fileConfig, type FileConfig } from '../../common/config/file.ts';
import { httpSourceConfig } from '../../common/config/http.ts';
import { sourceConfigs } from '../../common/source-config.ts';
import type { SourceKind } from '../../common/source-kinds.ts';
import { httpIssues } from './http-issues.ts';

const issue = (path: string, key: string): IssueDraft => ({ path: `config.${path}`, namespace: 'user-centre', key });

/** Mistakes of a configuration: of its shape, and those that its shape does not show. */
export function configIssues(kind: SourceKind, config: unknown): IssueDraft[] {
  const parsed = sourceConfigs[kind].config.safeParse(config);
  if (!parsed.success) return parsed.error.issues.map((one) => shapeIssue(one, config));
  if (kind === 'http') return httpIssues(httpSourceConfig.parse(config));
  return kind === 'file' ? fileIssues(fileConfig.parse(config)) : [];
}

/** What the schema found, in the words that every form has for it. */
function shapeIssue(found: z.core.$ZodIssue, config: unknown): IssueDraft {
  const keys = found.code === 'unrecognized_keys' ? found.keys.slice(0, 1) : [];
  const path = ['config', ...found.path.map(String), ...keys].join('.');
  return { path, namespace: 'kit', key: `issue.${wordOf(found, config)}`, params: { ...found } };
}

function wordOf(found: z.core.$ZodIssue, config: unknown): string {
  if (found.code === 'invalid_type') return valueAt(config, found.path) === undefined ? 'missing' : 'invalid_type';
  if (found.code === 'too_small' || found.code === 'too_big')
    return ['string', 'array', 'number'].includes(found.origin) ? `${found.code}.${found.origin}` : found.code;
  return ['unrecognized_keys', 'invalid_format', 'invalid_value'].includes(found.code) ? found.code : 'custom';
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (inner && typeof inner === 'object' ? (inner as Record<PropertyKey, unknown>)[key] : undefined),
    value,
  );

/** The configuration with its defaults; it has no mistakes. */
export const wholeConfig = (kind: SourceKind, config: unknown): Record<string, unknown> => ({
  ...sourceConfigs[kind].config.parse(config),
});

function fileIssues(config: FileConfig): IssueDraft[] {
  const issues: IssueDraft[] = [];
  if (config.from === 'folder') {
    if (config.folder === '') issues.push(issue('folder', 'source.issue.folderMissing'));
    if (/[\\/]/.test(config.pattern) || config.pattern === '') issues.push(issue('pattern', 'source.issue.pattern'));
  }
  // A token would travel for everybody to read, and so would the people.
  if (config.from === 'address' && !config.address.startsWith('https://')) issues.push(issue('address', 'source.issue.notHttps'));
  if (config.actionColumn !== '' && config.idColumn === '') issues.push(issue('idColumn', 'source.issue.noIdColumn'));
  return issues;
}
