import type { Reply } from '#kit/common/contract.ts';
import type { Language } from '#kit/common/language.ts';
import { checkData } from '../../common/form/accept.ts';
import { evaluateForm } from '../../common/form/evaluate.ts';
import type { FormData, FormInput } from '../../common/form/evaluate.types.ts';
import { listLineOf } from '../../common/form/list-line.ts';
import type { FormVersion } from '../../common/form/version.ts';
import type { templatePreview } from '../../common/template/template.contract.ts';

interface Asked {
  readonly data: FormData;
  readonly input: FormInput;
  readonly stage?: string | undefined;
  readonly person: { readonly uid: string; readonly name: string };
  readonly now: number;
  readonly language: Language;
}

/** A content with data, as the server evaluates it. */
export function previewOf(content: FormVersion, { data, input, stage, person, now, language }: Asked): Reply<typeof templatePreview> {
  const state = evaluateForm(content, { data, input, stage, person, now });
  const { title, summary } = listLineOf(content, data, language);
  return {
    stage: state.stage,
    title: title ?? '',
    summary,
    fields: Object.entries(state.fields).map(([code, { visible, required, readOnly, value, options, issues }]) => ({
      code,
      visible,
      required,
      readOnly,
      value,
      options: options.map((option) => option.value),
      issues: issues.map(({ key }) => key),
    })),
    actions: state.actions.map(({ code }) => code),
    warnings: state.warnings.length,
    refusals: state.refusals.length,
    data: checkData(content, data).map(({ path, key }) => ({ path, reason: key })),
  };
}
