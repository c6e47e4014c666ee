import {
  getBatch,
  listBatches,
  listJournal,
  previewRevert,
  revertChanges,
  type BatchView,
  type JournalView,
  type RevertView,
} from '#kit/common/change/journal.contract.ts';
import { hour, oneDay, sampleId, sampleNow } from './sample-ids.ts';
import { serve } from './serve.ts';

const by = { uid: sampleId(2, 0), name: '林晓岚', address: '10.1.2.3' };

const usual: JournalView = {
  id: sampleId(8, 0),
  batchId: sampleId(8, 100),
  at: sampleNow,
  by,
  kind: 'room',
  objectId: sampleId(1, 0),
  objectName: '海棠 101',
  action: 'change',
  fields: [],
  operation: 'gallery.update',
  source: 'form',
  reason: null,
  requestId: '7f3a',
  versionBefore: 4,
  versionAfter: 5,
  revertedBy: null,
  mayRevert: true,
};

const lines: JournalView[] = [
  {
    ...usual,
    fields: [
      { field: 'seats', before: 8, after: 12 },
      { field: 'note', before: '', after: '靠窗，配有无线投屏；每周二上午用于招聘面试，其他部门如需使用请提前两天联系前台，谢谢配合。' },
    ],
  },
  {
    ...usual,
    action: 'disable',
    source: 'bulk',
    reason: '四月消防改造，停用两周',
    fields: [{ field: 'enabled', before: true, after: false }],
  },
  {
    ...usual,
    revertedBy: sampleId(8, 101),
    fields: [
      { field: 'password', before: '••••', after: '••••' },
      { field: 'state', before: 'active', after: 'repair' },
    ],
  },
  {
    ...usual,
    source: 'import',
    by: { ...by, name: 'Alice Murphy', address: '' },
    fields: [
      { field: 'names', before: { zh_CN: '海棠', en_US: 'Begonia' }, after: { zh_CN: '海棠厅', en_US: 'Begonia hall', ja_JP: 'ベゴニア' } },
      { field: 'features', before: ['screen'], after: ['screen', 'phone', 'board'] },
    ],
  },
  {
    ...usual,
    action: 'create',
    source: 'api',
    mayRevert: false,
    fields: [
      { field: 'name', before: null, after: '海棠 101' },
      { field: 'openedOn', before: null, after: '2024-02-01' },
      { field: 'checkedAt', before: null, after: sampleNow },
    ],
  },
].map(
  (line, at) =>
    ({ ...line, id: sampleId(8, at), batchId: sampleId(8, 100 + (at === 1 ? 1 : 0)), at: sampleNow - at * 31 * hour }) as JournalView,
);

const batch: BatchView = {
  id: sampleId(8, 100),
  at: sampleNow,
  by,
  operation: 'gallery.update',
  what: 'Edited a room',
  objects: ['海棠 101'],
  source: 'form',
  reason: null,
  requestId: '7f3a',
  counts: { change: 1 },
  revertOf: null,
  revertedBy: null,
};

/** The second line came with eleven others. */
const bigBatch = sampleId(8, 101);

const reverts: RevertView[] = [
  {
    kind: 'room',
    objectId: sampleId(1, 0),
    objectName: '海棠 101',
    action: 'change',
    fields: [{ field: 'seats', before: 12, after: 8 }],
    conflict: null,
  },
  {
    kind: 'room',
    objectId: sampleId(1, 1),
    objectName: '银杏 102',
    action: null,
    fields: [],
    conflict: { reason: 'edited', fields: ['seats', 'note'], usedBy: [], messages: [] },
  },
  {
    kind: 'room',
    objectId: sampleId(1, 2),
    objectName: '紫藤 103',
    action: null,
    fields: [],
    conflict: { reason: 'inUse', fields: [], usedBy: [{ kind: 'booking', id: '1', name: 'Town hall meeting' }], messages: [] },
  },
];

/** Answers the calls about the journal: an object of its own has no line, all others the same ones. */
export function serveJournal(): void {
  serve(listJournal, ({ objectId, after }) => {
    if (objectId === sampleId(1, 999)) return { list: [], next: null, past: null };
    const older = lines.map((line) => ({ ...line, id: `${line.id.slice(0, -3)}fff`, at: line.at - 90 * oneDay }));
    const past = lines[0]!.at - 1_095 * oneDay;
    return after === undefined ? { list: lines, next: sampleId(8, 4), past } : { list: older.slice(0, 2), next: null, past };
  });
  serve(listBatches, () => ({ list: [batch], next: null }));
  serve(getBatch, ({ id }) => ({ ...batch, id, counts: { disable: id === bigBatch ? 12 : 1 } }));
  serve(previewRevert, ({ batchId }) => {
    const list = batchId === undefined ? reverts.slice(0, 1) : reverts;
    return { list, objects: list.length, conflicts: list.filter(({ conflict }) => conflict !== null).length, operations: list.length };
  });
  serve(revertChanges, ({ batchId }) => ({
    batchId: sampleId(8, 102),
    reverted: 1,
    conflicts: batchId === undefined ? [] : reverts.slice(1),
    jobId: null,
  }));
}
