import type { CrudDetail } from '#kit/common/crud/crud-types.ts';
import { desk } from '../desk.contract.ts';
import { people } from './people.ts';
import { oneDay, sampleId, sampleNow } from './sample-ids.ts';
import { Refused, serve } from './serve.ts';

type Desk = CrudDetail<typeof desk>;

function deskOf(number: number): Desk {
  const owner = number % 4 === 3 ? undefined : people[number];
  return {
    id: sampleId(9, number),
    version: 1 + (number % 3),
    createdAt: sampleNow - (90 - number) * oneDay,
    createdBy: null,
    updatedAt: sampleNow - number * oneDay,
    updatedBy: null,
    name: `A-${101 + number}`,
    code: number % 3 === 0 ? null : `desk_${101 + number}`,
    size: number % 2 === 0 ? 'single' : 'double',
    platform: ([1, 2, 4, 5, 8, null] as const)[number % 6] ?? null,
    ownerId: owner?.id ?? null,
    ownerName: owner?.name ?? null,
    until: number % 5 === 2 ? sampleNow + 30 * oneDay : null,
    hasPin: number % 3 === 1,
    note: number % 4 === 0 ? '靠窗' : null,
    order: number + 1,
    enabled: number % 7 !== 4,
  };
}

let desks: Desk[] = Array.from({ length: 24 }, (_, number) => deskOf(number));

function found(id: string): Desk {
  const one = desks.find((row) => row.id === id);
  if (!one) throw new Refused(10404);
  return one;
}

function changed(ids: readonly string[], fields: Partial<Desk>): { count: number } {
  desks = desks.map((row) => (ids.includes(row.id) ? { ...row, ...fields, version: row.version + 1 } : row));
  return { count: ids.length };
}

/** Answers the calls about desks. */
export function serveDesks(): void {
  serve(desk.list, ({ text, size, platform, ownerId, enabled, pageNum, pageSize }) => {
    const fits = desks
      .filter((row) => `${row.name} ${row.code ?? ''}`.toLowerCase().includes(text?.toLowerCase() ?? ''))
      .filter((row) => (size === undefined || row.size === size) && (platform === undefined || row.platform === platform))
      .filter((row) => (ownerId === undefined || row.ownerId === ownerId) && (enabled === undefined || row.enabled === enabled))
      .toSorted((one, other) => one.order - other.order);
    const from = (pageNum - 1) * pageSize;
    return { list: fits.slice(from, from + pageSize), total: fits.length, pages: Math.ceil(fits.length / pageSize) };
  });
  serve(desk.get, ({ id }) => found(id));
  serve(desk.add, () => ({ id: sampleId(9, 0) }));
  serve(desk.update, ({ id, name, note, until }) => {
    changed([id], { ...(name !== undefined && { name }), ...(note !== undefined && { note }), ...(until !== undefined && { until }) });
    return found(id);
  });
  serve(desk.delete, ({ ids }) => ({ count: ids.length }));
  serve(desk.enable, ({ ids }) => changed(ids, { enabled: true }));
  serve(desk.disable, ({ ids }) => changed(ids, { enabled: false }));
  serve(desk.reorder, ({ ids }) => {
    const places = ids.map((id) => found(id).order).toSorted((one, other) => one - other);
    for (const [at, id] of ids.entries()) changed([id], { order: places[at] ?? 1 });
    return { count: ids.length };
  });
}
