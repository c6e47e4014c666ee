import { inEach, pick, type Language, type LocalDraft, type LocalText } from '#kit/common/language.ts';
import type { FormData } from '../../common/form/evaluate.types.ts';
import type { FormVersion } from '../../common/form/version.ts';
import type { ItemLine } from './item.table.ts';

const mostTitle = 200;

/** The value at a path of the data, as a line shows it. */
function shown(data: FormData, version: FormVersion, path: string, language: Language): string {
  let value: unknown = data;
  for (const part of path.split('.')) value = typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined;
  if (value === undefined || value === null || typeof value === 'object') return '';
  const field = version.fields.find((one) => (one.path ?? one.code) === path);
  if (field?.sensitive) return '***';
  const option = field?.options?.find((one) => one.value === String(value));
  return option ? pick(option.label, language) : String(value as string | number | boolean);
}

const filled = (text: LocalDraft, version: FormVersion, data: FormData): LocalText => {
  const inLanguage = (language: Language): string =>
    pick(text, language).replaceAll(/\$\{([A-Za-z_][\w.]{0,150})\}/g, (_, path: string) => shown(data, version, path, language));
  return { zh_CN: inLanguage('zh_CN'), en_US: inLanguage('en_US'), ja_JP: inLanguage('ja_JP') };
};

/** What lists show of an item: the title that its system gave, else that of the form, else the name of the template. */
export function lineOf(
  { title, templateName }: { readonly title: string | undefined; readonly templateName: LocalDraft },
  version: FormVersion,
  data: FormData,
): ItemLine {
  const summary = version.list.summary.map((one) => filled(one, version, data));
  if (title) return { title: { zh_CN: title, en_US: title, ja_JP: title }, summary };
  const made = version.list.title ? filled(version.list.title, version, data) : templateName;
  return { title: inEach({ ...made, zh_CN: pick(made, 'zh_CN').slice(0, mostTitle) }), summary };
}
