import type { OperationIssue } from '#kit/server/change/kind.ts';

/** Collects what is wrong with operations, by their index; keys are those of the user centre's catalogue, without `issue.`. */
export class Issues {
  readonly found = new Map<number, OperationIssue[]>();

  add(index: number, path: string, key: string, params?: Record<string, unknown>): void {
    const list = this.found.get(index) ?? [];
    if (!list.some((issue) => issue.path === path))
      list.push({ path, namespace: 'user-centre', key: `issue.${key}`, ...(params && { params }) });
    this.found.set(index, list);
  }
}
