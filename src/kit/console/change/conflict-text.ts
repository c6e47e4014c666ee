import type { RevertView } from '#kit/common/change/journal.contract.ts';
import type { useT } from '../i18n/use-t.ts';
import type { useWords } from '../page/subject.ts';

/** What stands against undoing the change of an object, in words. */
export function conflictText(
  conflict: NonNullable<RevertView['conflict']>,
  t: ReturnType<typeof useT<'kit'>>,
  words: Pick<ReturnType<typeof useWords>, 'field'>,
): string {
  return t(`history.conflict.${conflict.reason}`, {
    fields: conflict.fields.map((field) => words.field(field)).join(', '),
    names: conflict.usedBy.map(({ name }) => name).join(', '),
    messages: conflict.messages.join(' '),
  });
}
