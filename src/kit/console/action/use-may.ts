import { useCallback } from 'react';
import { codesOf, type Endpoint } from '#kit/common/contract.ts';
import { useCan } from '../store/granted.ts';

/** Answers whether an operation is granted; false where there is none. */
export function useMay(): (operation: Endpoint | undefined) => boolean {
  const can = useCan();
  return useCallback(
    (operation) => {
      if (operation === undefined) return false;
      const codes = codesOf(operation.access);
      return codes.length === 0 || codes.some(can);
    },
    [can],
  );
}
