import { useDeferredValue, useMemo, type ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { memberLimitPreview } from '../../common/member-limit.contract.ts';

/** How many people stand on both sides of what is entered, and how many pairs they make; silent while a side is empty. */
export function MemberSize({ values }: { values: unknown }): ReactElement | null {
  const t = useT('enterprise');
  const [language] = useLanguage();
  const request = useMemo(() => memberLimitPreview.input.safeParse(partOf(values)).data, [values]);
  const calm = useDeferredValue(request);
  const { data } = useRead(memberLimitPreview, calm ?? nobody, { enabled: calm !== undefined });
  if (!calm || !data) return null;
  const number = (value: number): string => numberText(value, language);
  return (
    <p role="status" className="whk-wide">
      {t('memberLimit.size', { from: number(data.from), to: number(data.to), pairs: number(data.pairs) })}
    </p>
  );
}

const nobody = { from: [], to: [] };

function partOf(values: unknown): Record<string, unknown> {
  const names = ['from', 'to', 'exceptions', 'direction'];
  return Object.fromEntries(Object.entries(Object(values) as Record<string, unknown>).filter(([name]) => names.includes(name)));
}
