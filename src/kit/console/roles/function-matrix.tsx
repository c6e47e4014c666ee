import type { ReactElement } from 'react';
import { textIfAny } from '../i18n/i18n.ts';
import { useLanguage } from '../i18n/use-t.ts';
import { ChoiceMatrix } from './choice-matrix.tsx';

/** A function that a role may give, as the server names it. */
interface FunctionOption<F extends string> {
  readonly group: string;
  readonly code: F;
  readonly name: string;
  readonly meaning: string;
  readonly risk: boolean;
}

interface FunctionMatrixProps<F extends string> {
  /** Whose texts name the groups (`functionGroup.<group>`) and what makes a function risky (`function.risk`). */
  namespace: string;
  groups: Readonly<Record<string, readonly F[]>>;
  catalogue: readonly FunctionOption<F>[];
  held: readonly F[];
  disabled: boolean;
  onChange: (held: F[]) => void;
}

/** The functions that a role gives, by groups. */
export function FunctionMatrix<F extends string>({
  namespace,
  groups,
  catalogue,
  held,
  disabled,
  onChange,
}: FunctionMatrixProps<F>): ReactElement {
  // A switch of language draws it with the other texts.
  useLanguage();
  const word = (key: string): string => textIfAny(namespace, key) ?? key;
  return (
    <ChoiceMatrix
      groups={Object.keys(groups).map((group) => ({
        key: group,
        title: word(`functionGroup.${group}`),
        options: catalogue
          .filter((one) => one.group === group)
          .map(({ code, name, meaning, risk }) => ({ code, name, meaning, risk: risk ? word('function.risk') : undefined })),
      }))}
      held={held}
      disabled={disabled}
      onChange={onChange}
    />
  );
}
