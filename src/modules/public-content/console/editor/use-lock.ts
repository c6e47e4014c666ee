import { useEffect, useRef, useState } from 'react';
import type { Language } from '#kit/common/language.ts';
import { call } from '#kit/console/call/call.ts';
import { articleLock } from '../../common/article.contract.ts';

/** Marks where the caller writes in an article until its editor is closed, and knows who else writes in it. */
export function useLock(id: string): { readonly others: readonly string[]; lock(language: Language, block: number): void } {
  const [others, setOthers] = useState<readonly string[]>([]);
  const locked = useRef(false);
  useEffect(
    () => () => {
      if (!locked.current) return;
      void call(articleLock, { id, language: 'zh_CN', block: 0, release: true }, { silent: true }).catch(() => undefined);
    },
    [id],
  );
  const lock = (language: Language, block: number): void => {
    locked.current = true;
    void call(articleLock, { id, language, block }, { silent: true }).then(
      (reply) => setOthers([...new Set(reply.others.map(({ name }) => name))]),
      () => undefined,
    );
  };
  return { others, lock };
}
