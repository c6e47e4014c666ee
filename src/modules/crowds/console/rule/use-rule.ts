import { useEffect, useRef, type RefObject } from 'react';
import { clausesOf, type CrowdGroup, type CrowdNode } from '../../common/crowd-conditions.ts';
import { added, hasRoom, moved, placeOf, removed, replaced, type Path } from './rule-tree.ts';
import type { Catalogue } from './value-shape.ts';

/** A rule that is being built: what its parts need to draw and to change themselves. */
export interface RuleEdit {
  readonly root: CrowdGroup;
  readonly catalogue: Catalogue;
  /** One more clause fits. */
  readonly room: boolean;
  /** What is wrong with the part at a place. */
  issueAt(place: string): string | undefined;
  /** How the clauses are counted, from 1 as one reads. */
  numberOf(place: string): number;
  put(path: Path, node: CrowdNode): void;
  add(group: Path, node: CrowdNode): void;
  remove(path: Path): void;
  move(path: Path, by: -1 | 1): void;
}

interface RuleEditOptions {
  root: CrowdGroup;
  catalogue: Catalogue;
  issues: ReadonlyMap<string, string>;
  onChange: (root: CrowdGroup) => void;
}

/** Changes of a rule. The focus goes along with what was moved or added, so that the keyboard is enough. */
export function useRule({ root, catalogue, issues, onChange }: RuleEditOptions): readonly [RuleEdit, RefObject<HTMLDivElement | null>] {
  const around = useRef<HTMLDivElement>(null);
  const request = useRef<string>(undefined);
  useEffect(() => {
    if (request.current === undefined) return;
    const target = around.current?.querySelector<HTMLElement>(request.current);
    request.current = undefined;
    target?.focus();
  });
  const write = (next: CrowdGroup, focus: string): void => {
    request.current = focus;
    onChange(next);
  };
  const places = clausesOf(root).map(({ place }) => place);
  const part = (path: Path): string => `[data-place="${placeOf(path)}"]`;
  const edit: RuleEdit = {
    root,
    catalogue,
    room: hasRoom(root),
    issueAt: (place) => issues.get(place),
    numberOf: (place) => places.indexOf(place) + 1,
    put: (path, node) => onChange(replaced(root, path, node)),
    add: (group, node) => {
      const holder = part(group);
      write(added(root, group, node), `${holder} > ol > li:last-child input`);
    },
    remove: (path) => write(removed(root, path), `${part(path.slice(0, -1))} > .cr-add button`),
    move: (path, by) => {
      const next = moved(root, path, by);
      if (next) write(next.rule, `${part(next.path)} [data-tool="${by}"]`);
    },
  };
  return [edit, around];
}
