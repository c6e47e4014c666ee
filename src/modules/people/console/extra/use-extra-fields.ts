import { useRead } from '#kit/console/page/query.ts';
import type { ExtraTarget } from '../../common/extra/extra-fields.ts';
import { extraForm, type ExtraFormField } from '../../common/extra/extra.contract.ts';

const none: readonly ExtraFormField[] = [];

/** The extra fields in use, in their order; none while they are read. */
export function useExtraFields(target: ExtraTarget): readonly ExtraFormField[] {
  return useRead(extraForm, { target }).data?.fields ?? none;
}

/** Fields of one section. */
export interface ExtraSection<F> {
  name: string | null;
  fields: F[];
}

/** Fields by their sections, in the order in which these come first; those of no section are last. */
export function sectionsOf<F extends { section: unknown }>(fields: readonly F[], nameOf: (field: F) => string | null): ExtraSection<F>[] {
  const sections = new Map<string | null, F[]>();
  for (const field of fields) {
    const name = nameOf(field);
    sections.set(name, [...(sections.get(name) ?? []), field]);
  }
  return [...sections]
    .map(([name, all]) => ({ name, fields: all }))
    .toSorted((one, other) => Number(one.name === null) - Number(other.name === null));
}
