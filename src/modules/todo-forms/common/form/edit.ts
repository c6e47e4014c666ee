import type { FieldType, FormField, FormSection, FormVersion } from './version.ts';

/** Changes of a draft, each a new content: what the designer does, without a screen. */

/** A code that nothing has yet: `text1`, `text2`. */
export function freeCode(taken: readonly { readonly code: string }[], stem: string): string {
  const known = new Set(taken.map(({ code }) => code));
  let n = 1;
  while (known.has(`${stem}${n}`)) n += 1;
  return `${stem}${n}`;
}

const withSections = (version: FormVersion, sections: FormSection[]): FormVersion => ({ ...version, layout: { sections } });

/** The sections of a content; one that is there where it has none. */
const sectionsOf = ({ layout }: FormVersion): FormSection[] =>
  layout.sections.length > 0 ? layout.sections : [{ code: 'section1', fields: [] }];

/** A new field of a type behind another one, or at the end of the last section; answers its code. */
export function addField(version: FormVersion, type: FieldType, after?: string): { version: FormVersion; code: string } {
  const code = freeCode(version.fields, type);
  const label = { zh_CN: code };
  const field: FormField = {
    code,
    type,
    label,
    ...((type === 'select' || type === 'multiSelect') && { options: [{ value: '1', label: { zh_CN: '1' } }] }),
    ...(type === 'table' && { columns: [{ code: 'text1', type: 'text' as const, label: { zh_CN: 'text1' } }] }),
    ...(type === 'formula' && { formula: '0' }),
    ...(type === 'static' && { text: label }),
  };
  const sections = sectionsOf(version);
  const holder = sections.find(({ fields }) => after !== undefined && fields.includes(after)) ?? sections.at(-1)!;
  const placed = sections.map((section) => {
    if (section !== holder) return section;
    const at = after === undefined ? -1 : section.fields.indexOf(after);
    const fields = at < 0 ? [...section.fields, code] : section.fields.toSpliced(at + 1, 0, code);
    return { ...section, fields };
  });
  return { version: withSections({ ...version, fields: [...version.fields, field] }, placed), code };
}

/** Another field in the place of one; a new code is followed wherever the field is named outside of formulas and rules. */
export function setField(version: FormVersion, code: string, field: FormField): FormVersion {
  const renamed = (name: string): string => (name === code ? field.code : name);
  const fields = version.fields.map((one) => (one.code === code ? field : one));
  if (field.code === code) return { ...version, fields };
  return {
    ...version,
    fields,
    layout: { sections: version.layout.sections.map((section) => ({ ...section, fields: section.fields.map(renamed) })) },
    stages: version.stages.map((stage) => ({
      ...stage,
      fields: Object.fromEntries(Object.entries(stage.fields).map(([name, access]) => [renamed(name), access])),
    })),
    actions: version.actions.map((action) =>
      action.requires.fields ? { ...action, requires: { ...action.requires, fields: action.requires.fields.map(renamed) } } : action,
    ),
  };
}

/** The content without a field, in layout, stages and actions too. */
export function removeField(version: FormVersion, code: string): FormVersion {
  return {
    ...version,
    fields: version.fields.filter((field) => field.code !== code),
    layout: {
      sections: version.layout.sections.map((section) => ({ ...section, fields: section.fields.filter((name) => name !== code) })),
    },
    stages: version.stages.map((stage) => ({
      ...stage,
      fields: Object.fromEntries(Object.entries(stage.fields).filter(([name]) => name !== code)),
    })),
    actions: version.actions.map((action) =>
      action.requires.fields
        ? { ...action, requires: { ...action.requires, fields: action.requires.fields.filter((name) => name !== code) } }
        : action,
    ),
  };
}

/** The content with a field one place further; at the end of its section it goes into the next one. */
export function moveField(version: FormVersion, code: string, by: -1 | 1): FormVersion {
  const sections = version.layout.sections;
  const index = sections.findIndex(({ fields }) => fields.includes(code));
  const from = sections[index];
  if (!from) return version;
  const at = from.fields.indexOf(code);
  const to = at + by;
  if (to >= 0 && to < from.fields.length) return placeField(version, code, { section: from.code, at: to });
  const next = sections[index + by];
  return next ? placeField(version, code, { section: next.code, at: by === 1 ? 0 : next.fields.length }) : version;
}

/** The content with a field at a place of a section. */
export function placeField(version: FormVersion, code: string, { section, at }: { section: string; at: number }): FormVersion {
  return withSections(
    version,
    version.layout.sections.map((one) => {
      const fields = one.fields.filter((name) => name !== code);
      return { ...one, fields: one.code === section ? fields.toSpliced(at, 0, code) : fields };
    }),
  );
}

/** A copy of a field behind it; answers its code. */
export function copyField(version: FormVersion, code: string): { version: FormVersion; code: string } {
  const field = version.fields.find((one) => one.code === code);
  if (!field) return { version, code };
  return pasteField(version, field, code);
}

/** A field of this or another template behind one of this; answers its code. */
export function pasteField(version: FormVersion, field: FormField, after?: string): { version: FormVersion; code: string } {
  const added = addField(version, field.type, after);
  const { path: _path, ...rest } = field;
  return { version: setField(added.version, added.code, { ...rest, code: added.code }), code: added.code };
}
