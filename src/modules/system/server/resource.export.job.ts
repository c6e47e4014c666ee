import type { Parsed } from '#kit/common/contract.ts';
import { languages } from '#kit/common/language.ts';
import { codesOf } from '#kit/common/contract.ts';
import { keepSheet, type MadeSheet } from '#kit/server/files/keep-sheet.ts';
import { callOfJob, wordOf } from '#kit/server/jobs/of-job.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { resourcePage } from '../common/permissions.ts';
import type { resourceExport } from '../common/resource.contract.ts';
import { readTree } from './resource.query.ts';

const columns = [
  'name',
  'code',
  'kind',
  'module',
  'route',
  'parent',
  'orderNo',
  'visible',
  'dangerous',
  'origin',
  'changed',
  'roles',
  'operations',
];

/** The permission tree in a file: what is shown and what was delivered, how many roles hold it, and what stands behind it. */
export const resourceExportJob: JobKind<Parsed<typeof resourceExport>, MadeSheet> = {
  kind: 'resource.export',
  title: { namespace: 'system', key: 'job.resources' },
  code: resourcePage.button.export,
  run: (context, { format }) => {
    const word = wordOf(context, 'system');
    return keepSheet(context, {
      title: word('resource.tree'),
      header: [...columns.map((column) => word(`resource.column.${column}`)), ...languages],
      rows: cellsOf(context),
      format,
      query: {},
    });
  },
};

async function* cellsOf(context: JobContext): AsyncGenerator<Cell[]> {
  const { nodes } = await readTree(callOfJob(context), { withRetired: false });
  const behind = new Map<string, number>();
  for (const { access } of context.services.operations) for (const code of codesOf(access)) behind.set(code, (behind.get(code) ?? 0) + 1);
  for (const node of nodes)
    yield [
      node.name,
      node.code,
      node.kind,
      node.module,
      node.route,
      node.parent,
      node.orderNo,
      node.visible,
      node.dangerous,
      node.origin,
      node.changed.join(' '),
      node.roles,
      behind.get(node.code) ?? 0,
      node.names.zh_CN,
      node.names.en_US ?? '',
      node.names.ja_JP ?? '',
    ];
}
