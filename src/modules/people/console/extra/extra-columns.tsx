import type { Column } from '#kit/console/table/column.ts';
import { nothing } from '#kit/console/table/cell.tsx';
import { useLanguage } from '#kit/console/i18n/use-t.ts';
import type { Subject } from '#kit/console/page/subject.ts';
import type { ExtraTarget } from '../../common/extra/extra-fields.ts';
import { extraText } from './extra-text.ts';
import { useExtraFields } from './use-extra-fields.ts';

/** A row of people or departments. */
interface Extended {
  readonly extraTexts: Readonly<Record<string, string>>;
}

/** A column is told apart by its name; that of an extra one is none of the row's own. */
const nameOf = (code: string): string => `extra.${code}`;

/** The columns of a list with those of listable extra fields, which one chooses under "Columns". */
export function useExtraColumns<R extends Extended, S extends Subject>(
  target: ExtraTarget,
  columns: readonly Column<R, S>[],
): readonly Column<R, S>[] {
  const [language] = useLanguage();
  const listable = useExtraFields(target).filter((field) => field.listable);
  return [
    ...columns,
    ...listable.map(
      (field) =>
        ({
          name: nameOf(field.code),
          label: field.name,
          sortable: false,
          optional: true,
          cell: ({ extraTexts }: R) => {
            const text = extraTexts[field.code];
            return text === undefined ? nothing : extraText(field, text, language);
          },
        }) as Column<R, S>,
    ),
  ];
}
